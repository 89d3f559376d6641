"""Where conversations stand: listed, named, put into projects, found, taken along as a file, thrown away and fetched back."""

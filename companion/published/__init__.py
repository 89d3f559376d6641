"""What is told to everybody: the safety protocol, that this is an AI, privacy, recipients, deletion, counts. All of it is made from
the configuration that runs."""

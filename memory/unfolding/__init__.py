"""What unfolds in time: plans and their outcomes, promises kept and broken, threads that rest and end."""

"""Who may have an account: people of full age. A refusal is remembered, by keyed hashes."""

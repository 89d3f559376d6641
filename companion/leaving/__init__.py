"""The pages by which an account is deleted, and what this room holds open for it outside the database."""

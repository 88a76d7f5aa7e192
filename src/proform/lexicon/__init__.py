"""What is known of languages."""

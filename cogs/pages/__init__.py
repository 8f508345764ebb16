"""The pages that people see, by subject."""

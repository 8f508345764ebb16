"""What developers of Longtable run now and then; nothing of the bot imports it."""

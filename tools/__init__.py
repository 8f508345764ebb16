"""Commands for developers of Longtable. The bot imports none of them."""

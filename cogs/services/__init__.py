"""The services of every cog: matches, people, servers, posts, pictures, permissions."""

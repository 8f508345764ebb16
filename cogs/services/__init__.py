"""What every cog is given: matches, people, servers, posts, pictures, and who may do what."""

"""Parts that the tests, the benchmarks (``bench``) and the long trials (``soak``) share.

They run the real bot against the sandbox, let scripted people play, and read the database from outside.
Nothing here is a test, and nothing here imports one.
"""

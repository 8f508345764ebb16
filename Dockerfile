# Longtable in a container. docs/hosting.md says how to run it: the database and its backups live in /data.
FROM python:3.13-slim

RUN useradd --system --uid 10001 --home-dir /data --create-home longtable
WORKDIR /app
COPY pyproject.toml constraints.txt ./
RUN pip install --no-cache-dir --disable-pip-version-check pip==26.3 \
    && pip install --no-cache-dir --disable-pip-version-check --constraint constraints.txt --group run
COPY bot.py settings.py ./
COPY cogs cogs
COPY docs/privacy.en.md docs/privacy.fr.md docs/
COPY engine engine
COPY locales locales
COPY migrations migrations
COPY ops ops
COPY render render
COPY sandbox sandbox
RUN python -m compileall -q . && chmod 700 /data

USER longtable
ENV LONGTABLE_DATABASE=/data/longtable.db \
    LONGTABLE_WORLD=/data/world.db \
    LONGTABLE_LOG_FORMAT=json \
    LONGTABLE_HEALTH_PORT=8778
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=15s --start-period=60s CMD ["python", "bot.py", "health"]
ENTRYPOINT ["python", "bot.py"]

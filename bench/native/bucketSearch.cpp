// The native twin of packages/engine/src/search/bucketSearch.ts: the same buckets, lists and order on the same arcs.
//
// bucketSearch FILE: FILE holds, as 32-bit words of this machine, the number of nodes n, of arc words a and the bucket shift,
// then n first arcs, n ends and a words of arcs (head and cost in turn). Each line of standard input is
// `LIMIT NODE COST NODE COST …`; it is answered by a line `NANOSECONDS SETTLED SUM`: processor time of this thread for
// clearing and searching, nodes within the limit, and the sum of their costs modulo 2^32.
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int32_t UNREACHED = 0x7fffffff;
constexpr int32_t END = -1;
constexpr uint32_t MAX_BUCKETS = 1 << 18;

std::vector<uint32_t> readWords(std::FILE* file, size_t count) {
  std::vector<uint32_t> words(count);
  if (std::fread(words.data(), 4, count, file) != count) {
    std::fputs("The file of the graph ends early.\n", stderr);
    std::exit(1);
  }
  return words;
}

int64_t processorNanoseconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return int64_t(now.tv_sec) * 1000000000 + now.tv_nsec;
}

}  // namespace

int main(int argc, char** argv) {
  std::FILE* file = argc == 2 ? std::fopen(argv[1], "rb") : nullptr;
  if (file == nullptr) {
    std::fputs("Name the file of a graph.\n", stderr);
    return 1;
  }
  const auto head = readWords(file, 3);
  const uint32_t nodes = head[0];
  const auto firstArc = readWords(file, nodes);
  const auto endArc = readWords(file, nodes);
  const auto arcs = readWords(file, head[1]);
  std::fclose(file);

  // Per node its least cost so far, and the bucket in which it waits or -1, side by side.
  std::vector<int32_t> labels(2 * size_t(nodes));
  for (size_t node = 0; node < nodes; node++) {
    labels[2 * node] = UNREACHED;
    labels[2 * node + 1] = -1;
  }
  std::vector<uint32_t> reached(nodes);
  uint32_t reachedCount = 0;
  // Entries of all buckets: a node and the next entry.
  std::vector<int32_t> pool(2 << 14);

  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    int64_t limit;
    words >> limit;
    std::vector<std::pair<uint32_t, int64_t>> seeds;
    for (uint32_t node; words >> node;) {
      int64_t cost;
      words >> cost;
      seeds.emplace_back(node, cost);
    }

    const int64_t started = processorNanoseconds();
    for (uint32_t i = 0; i < reachedCount; i++) {
      labels[2 * size_t(reached[i])] = UNREACHED;
      labels[2 * size_t(reached[i]) + 1] = -1;
    }
    reachedCount = 0;
    const int32_t limitCost = int32_t(limit);
    uint32_t shift = head[2];
    while ((uint32_t(limitCost) >> shift) >= MAX_BUCKETS) shift++;
    const int32_t bucketCount = (limitCost >> shift) + 1;
    std::vector<int32_t> firstEntry(bucketCount, END);
    int32_t free = END;
    int32_t used = 0;
    const auto push = [&](uint32_t node, int32_t bucket) {
      int32_t added = free;
      if (added == END) {
        if (2 * size_t(used) == pool.size()) pool.resize(2 * pool.size());
        added = used++;
      } else {
        free = pool[2 * size_t(added) + 1];
      }
      pool[2 * size_t(added)] = int32_t(node);
      pool[2 * size_t(added) + 1] = firstEntry[bucket];
      firstEntry[bucket] = added;
    };
    const auto lower = [&](uint32_t node, int32_t cost) {
      int32_t* label = &labels[2 * size_t(node)];
      const int32_t before = label[0];
      if (cost > limitCost || cost >= before) return;
      label[0] = cost;
      if (before == UNREACHED) reached[reachedCount++] = node;
      const int32_t bucket = cost >> shift;
      if (label[1] == bucket) return;
      label[1] = bucket;
      push(node, bucket);
    };
    for (const auto& [node, cost] : seeds)
      if (cost <= limit) lower(node, int32_t(cost));
    for (int32_t bucket = 0; bucket < bucketCount; bucket++) {
      for (int32_t entry = firstEntry[bucket]; entry != END; entry = firstEntry[bucket]) {
        const uint32_t node = uint32_t(pool[2 * size_t(entry)]);
        firstEntry[bucket] = pool[2 * size_t(entry) + 1];
        pool[2 * size_t(entry) + 1] = free;
        free = entry;
        int32_t* label = &labels[2 * size_t(node)];
        if (label[1] != bucket) continue;
        label[1] = -1;
        const int32_t cost = label[0];
        for (size_t arc = firstArc[node]; arc < endArc[node]; arc++)
          lower(arcs[2 * arc], cost + int32_t(arcs[2 * arc + 1]));
      }
    }
    const int64_t took = processorNanoseconds() - started;

    uint32_t sum = 0;
    for (uint32_t i = 0; i < reachedCount; i++) sum += uint32_t(labels[2 * size_t(reached[i])]);
    std::cout << took << ' ' << reachedCount << ' ' << sum << std::endl;
  }
}

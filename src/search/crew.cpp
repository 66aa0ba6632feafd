// SPDX-License-Identifier: MIT
#include "search/crew.h"

#include <algorithm>

namespace percept::search {

Crew::Crew(unsigned threads) {
  for (unsigned i = 1; i < threads; ++i) helpers_.emplace_back([this] { help(); });
}

Crew::~Crew() {
  {
    std::lock_guard lock(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Crew::each(std::size_t count, const Work& work, std::size_t grain) {
  if (helpers_.empty() || count <= grain) {
    if (count > 0) work(0, count);
    return;
  }
  {
    std::lock_guard lock(mutex_);
    work_ = &work;
    count_ = count;
    grain_ = grain;
    next_ = 0;
    busy_ = static_cast<unsigned>(helpers_.size());
    ++call_;
  }
  wake_.notify_all();
  take();
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return busy_ == 0; });
}

void Crew::take() {
  for (std::size_t begin = next_.fetch_add(grain_); begin < count_; begin = next_.fetch_add(grain_))
    (*work_)(begin, std::min(count_, begin + grain_));
}

void Crew::help() {
  for (std::uint64_t seen = 0;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [&] { return over_ || call_ != seen; });
      if (over_) return;
      seen = call_;
    }
    take();
    std::lock_guard lock(mutex_);
    if (--busy_ == 0) done_.notify_one();
  }
}

}  // namespace percept::search

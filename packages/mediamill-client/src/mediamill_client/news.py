"""What callers hear while a generation is made."""

from collections.abc import Callable

from mediamill_client.types import Generation, ProgressEvent

# An awaitable that one of them returns is awaited by `AsyncClient`.
OnUpdate = Callable[[Generation], object]
OnProgress = Callable[[float, str], object]  # how far, 0 to 1, and what is being done
News = Generation | ProgressEvent


def hearing(on_update: OnUpdate | None, on_progress: OnProgress | None) -> Callable[[News], object]:
    """One listener for both kinds of news."""

    def hear(news: News) -> object:
        if isinstance(news, ProgressEvent):
            return None if on_progress is None else on_progress(news.progress, news.stage)
        return None if on_update is None else on_update(news)

    return hear

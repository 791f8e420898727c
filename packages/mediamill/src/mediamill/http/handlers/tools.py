"""The tools that this service offers, and their pictures."""

from starlette.responses import FileResponse, Response

from mediamill.catalogue import Tool
from mediamill.formats import format_of
from mediamill.http.context import AppContext, Call, answer
from mediamill.http.problems import NOT_FOUND, TOOL_NOT_FOUND, Refusal

PICTURE_SECONDS = 86_400  # a tool's picture changes with a release or an operator's folder of tools


async def list_tools(call: Call) -> Response:
    """All tools, in the order of the catalogue."""
    tools = call.context.catalogue.tools.values()
    return answer({"data": [tool_item(tool, call.context, await note_of(tool, call.context)) for tool in tools]})


async def get_tool(call: Call) -> Response:
    """One tool with its models."""
    tool = call.context.catalogue.tools.get(call.path["slug"])
    if tool is None:
        raise Refusal(TOOL_NOT_FOUND)
    models = [{"slug": model.slug, "name": model.name} for model in tool.models.values()]
    item = tool_item(tool, call.context, await note_of(tool, call.context))
    return answer({**item, "models": models})


async def get_picture(call: Call) -> Response:
    """The picture of a tool."""
    name = call.path["name"]
    tools = call.context.catalogue.tools.values()
    path = next((tool.picture for tool in tools if name == picture_name(tool)), None)
    kind = format_of(name)
    if path is None or kind is None:
        return NOT_FOUND.response()
    headers = {
        "Cache-Control": f"public, max-age={PICTURE_SECONDS}",
        "X-Content-Type-Options": "nosniff",
        "Access-Control-Allow-Origin": "*",
    }
    return FileResponse(path, headers=headers, media_type=kind.media_type)


async def note_of(tool: Tool, context: AppContext) -> str:
    """What this installation cannot do of a tool's choices; asked of the few that are offered in part."""
    notes = [await context.registry.note_of(tool.slug, model) for model in tool.models]
    return "; ".join(dict.fromkeys(note for note in notes if note))


def tool_item(tool: Tool, context: AppContext, note: str) -> dict[str, str]:
    """A tool as lists show it."""
    return {
        "slug": tool.slug,
        "name": tool.name,
        "description": f"{tool.description} {note}." if note else tool.description,
        "type": tool.category,
        "outputType": tool.output_type,
        "thumbnail": f"{context.settings.base_url}/ext/pictures/{picture_name(tool)}",
    }


def picture_name(tool: Tool) -> str:
    """The last segment of the picture's URL."""
    return f"{tool.slug}{tool.picture.suffix}"

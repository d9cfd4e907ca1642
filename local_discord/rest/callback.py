"""The initial response to an interaction."""

from __future__ import annotations

from aiohttp import web

from local_discord.api import Api, Handler, json_response, no_content, path_id
from local_discord.automod import require_allowed
from local_discord.enums import CallbackType, InteractionType
from local_discord.errors import (
    Problem,
    invalid_form,
    missing_permissions,
    require_valid,
    unknown_message,
)
from local_discord.fixtures import USE_EMBEDDED_ACTIVITIES
from local_discord.interactions import (
    ActivityResponse,
    ChoicesResponse,
    Interaction,
    MessageResponse,
    ModalResponse,
    Outcome,
)
from local_discord.limited_responses import too_many
from local_discord.message import (
    CHAT_INPUT_COMMAND,
    CONTEXT_MENU_COMMAND,
    EPHEMERAL,
    LOADING,
    REPLY,
    SUPPRESS_NOTIFICATIONS,
    Message,
)
from local_discord.payload import Payload, int_of, payload_of, payloads_of
from local_discord.permissions import user_permissions
from local_discord.request_bodies import EMPTY, Body
from local_discord.rest.messages import blank_message
from local_discord.validation.callback import callback_problems
from local_discord.validation.message import require_message
from local_discord.validation.modal import modal_problems

NEW_MESSAGE = (CallbackType.MESSAGE, CallbackType.DEFERRED_MESSAGE)
EDIT = (CallbackType.DEFERRED_UPDATE, CallbackType.UPDATE_MESSAGE)
ALLOWED: dict[InteractionType, tuple[CallbackType, ...]] = {
    InteractionType.COMMAND: (*NEW_MESSAGE, CallbackType.MODAL, CallbackType.LAUNCH_ACTIVITY),
    InteractionType.AUTOCOMPLETE: (CallbackType.CHOICES,),
    InteractionType.COMPONENT: (
        *(*NEW_MESSAGE, *EDIT),
        *(CallbackType.MODAL, CallbackType.LAUNCH_ACTIVITY),
    ),
    InteractionType.MODAL: (*NEW_MESSAGE, *EDIT, CallbackType.LAUNCH_ACTIVITY),
}
"""The callback types that each type of interaction allows."""


def routes(api: Api) -> list[tuple[str, str, Handler]]:
    """Method, path template and handler of each route."""

    async def post(request: web.Request) -> web.Response:
        interaction_id = path_id(request, "interaction_id")
        token = request.match_info["interaction_token"]
        interaction = api.interactions.awaiting_response(interaction_id, token)

        def require(body: Body) -> None:
            api.interactions.awaiting_response(interaction_id, token)
            _require_response(api, interaction, body)

        body = await api.body(request, require)
        kind = CallbackType(int_of(body.object()["type"]))
        if kind == CallbackType.UPDATE_MESSAGE:
            source = _source(api, interaction)
            exceeded = api.limiter.take_old_callback_edit(source.channel_id, source.id)
            if exceeded is not None:
                return too_many(exceeded)
        message, outcome = _carry_out(api, interaction, kind, body)
        response = message.id if message is not None else None
        api.interactions.respond(interaction, kind, outcome, response)
        if request.query.get("with_response") not in ("1", "true", "True"):
            return no_content()
        return json_response(_response(api, interaction, kind, message, outcome))

    return [("POST", "/interactions/{interaction_id}/{interaction_token}/callback", post)]


def _require_response(api: Api, interaction: Interaction, body: Body) -> None:
    """Raise `ApiError` for a body that is no valid response to the interaction."""
    require_valid(callback_problems(body.json))
    kind = int_of(body.object()["type"])
    allowed = ALLOWED[interaction.kind]
    if interaction.kind == InteractionType.MODAL and interaction.message is None:
        allowed = (*NEW_MESSAGE, CallbackType.LAUNCH_ACTIVITY)
    if kind not in allowed:
        name = interaction.kind.name.lower()
        types = ", ".join(map(str, allowed))
        message = f"A {name} interaction allows the types {types}, not {kind}."
        raise invalid_form([Problem(("type",), "BASE_TYPE_CHOICES", message)])
    data = payload_of(body.object().get("data"))
    if kind == CallbackType.MODAL:
        require_valid(modal_problems(data, ("data",), api.state))
    elif kind == CallbackType.MESSAGE:
        require_message(data, body.uploads, ("data",), there=api.state)
    elif kind == CallbackType.UPDATE_MESSAGE:
        source = _source(api, interaction)
        require_message(data, body.uploads, ("data",), before=source, there=api.state)
        require_allowed(api.state, interaction, source, data)
    elif kind == CallbackType.LAUNCH_ACTIVITY:
        _require_activity(api, interaction)


def _require_activity(api: Api, interaction: Interaction) -> None:
    """Raise `ApiError` if there is no Activity, or the user may not use it there."""
    if not api.activities.target:
        message = "Activities are not enabled for this application."
        raise invalid_form([Problem(("type",), "BASE_TYPE_CHOICES", message)])
    channel = interaction.channel
    granted = user_permissions(api.state, interaction.user, channel)
    if channel.guild_id is not None and not granted & USE_EMBEDDED_ACTIVITIES:
        raise missing_permissions()


def _carry_out(
    api: Api, interaction: Interaction, kind: CallbackType, body: Body
) -> tuple[Message | None, Outcome]:
    """Carry out a response; returns the message it created or edited, and the outcome."""
    data = payload_of(body.object().get("data"))
    match kind:
        case CallbackType.CHOICES:
            return None, ChoicesResponse(tuple(payloads_of(data.get("choices"))))
        case CallbackType.MODAL:
            return None, ModalResponse(data)
        case CallbackType.LAUNCH_ACTIVITY:
            return None, ActivityResponse(api.activities.launch(interaction.channel).id)
        case CallbackType.DEFERRED_UPDATE:
            message = _source(api, interaction)
            return message, MessageResponse(message.id, pending=True)
        case CallbackType.UPDATE_MESSAGE:
            message = api.state.edit(_source(api, interaction), data, body.uploads)
            return message, MessageResponse(message.id)
        case CallbackType.DEFERRED_MESSAGE:
            flags = LOADING | int_of(data.get("flags")) & EPHEMERAL
            message = api.state.put(_blank(api, interaction, flags))
            return message, MessageResponse(message.id, pending=True)
        case CallbackType.MESSAGE:
            flags = int_of(data.get("flags")) & (EPHEMERAL | SUPPRESS_NOTIFICATIONS)
            blank = _blank(api, interaction, flags, Body(data, body.uploads))
            message = api.state.post(blank, data, body.uploads)
            return message, MessageResponse(message.id)


def _source(api: Api, interaction: Interaction) -> Message:
    """The current version of the message whose component was used."""
    pressed = interaction.message
    message = api.state.message(pressed.channel_id, pressed.id) if pressed else None
    if message is None:
        raise unknown_message()
    return message


def _blank(api: Api, interaction: Interaction, flags: int, content: Body = EMPTY) -> Message:
    """The blank message that a response fills in."""
    kind = REPLY
    if interaction.kind == InteractionType.COMMAND:
        kind = CONTEXT_MENU_COMMAND if "target_id" in interaction.data else CHAT_INPUT_COMMAND
    return blank_message(api, interaction, kind, flags, content, reply_to=interaction.message)


def _response(
    api: Api,
    interaction: Interaction,
    kind: CallbackType,
    message: Message | None,
    outcome: Outcome,
) -> Payload:
    """Discord's interaction callback response object."""
    summary: Payload = {"id": str(interaction.id), "type": int(interaction.kind)}
    resource: Payload = {"type": int(kind)}
    if isinstance(outcome, ActivityResponse):
        summary["activity_instance_id"] = outcome.instance_id
        resource["activity_instance"] = {"id": outcome.instance_id}
    if message is not None:
        summary |= {
            "response_message_id": str(message.id),
            "response_message_loading": message.loading,
            "response_message_ephemeral": message.ephemeral_for is not None,
        }
        if kind in (CallbackType.MESSAGE, CallbackType.UPDATE_MESSAGE):
            resource["message"] = api.state.payload(message)
    return {"interaction": summary, "resource": resource}

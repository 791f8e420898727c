"""Acme's jobs: ordering one, looking at it, calling it off."""

from mediamill.engines import sdk
from mediamill_remote import sdk as tables

ACME = tables.Outages("Acme")  # what its errors say that no caller can help


class AcmeEngine(tables.MappedEngine):
    """Models that Acme runs."""

    vendor_name, package = "Acme", "mediamill_acme"  # as records call it; where its tables stand
    base_url = "https://api.acme.example/v1"
    key_header = ("Authorization", "Bearer {key}")  # sent to that address alone
    hosts = ("files.acme.example",)  # results are fetched from there, without the key
    file_forms = frozenset({tables.FileForm.DATA_URL})

    async def submit(self, request: sdk.Request, vendor: sdk.Vendor) -> sdk.Job:
        """Buys once. Whatever it raises but AnswerLost says that nothing was bought."""
        mapped = self.mapped(request)
        model, body = mapped.mapping.endpoint, mapped.body
        for name, way in mapped.mapping.files.items():
            tables.put(body, way.to, await tables.data_url(request.files[name], None))
        answer = await vendor.buy(f"/{model}", body)
        words = tables.words_at(answer.json(), "message", "error")
        match answer.status, answer.json():
            case 200 | 201 | 202, {"id": str(id)}:
                result = tables.written(mapped.result)
                return sdk.Job({"id": id, "model": model, "result": result, "suffix": mapped.mapping.suffix})
            case 400 | 422, _:
                raise sdk.EngineRefused(sentence=tables.REFUSED)
            case 401 | 403, _:
                raise ACME.wrong_key(words)
            case 402, _:
                raise ACME.wants_money(words)
            case 404, _:
                raise ACME.nothing_at(model, words)
            case 429, _:
                raise ACME.no_room(words, tables.retry_after(answer))
        raise sdk.AnswerLost(reason=f"HTTP {answer.status}")  # who knows what it bought

    async def poll(self, job: sdk.Job, vendor: sdk.Vendor) -> sdk.Look:
        """Ends a job with Acme's final words alone; whatever else it says is no news."""
        answer = await vendor.get(f"/jobs/{job.handle['id']}")
        match answer.status, answer.json():
            case 200, {"status": "done"} as told if files := tables.find_files(told, tables.read(job.handle["result"])):
                return sdk.Finished(files, job.handle["suffix"], provenance={"method": job.handle["model"]})
            case 200, {"status": "failed"}:
                raise sdk.EngineFailed(sentence=tables.FAILED)
            case 200, {"status": "refused"}:
                raise sdk.EngineRefused(sentence=tables.SAFETY)
            case 404, _:
                return sdk.Missing()
        return sdk.Running()

    async def cancel(self, job: sdk.Job, vendor: sdk.Vendor) -> None:
        """Calls it off, as far as Acme can."""
        await vendor.call("DELETE", f"/jobs/{job.handle['id']}")

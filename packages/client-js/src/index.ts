export type { components, paths } from "../generated/openapi.ts";
export {
  DownloadFailed,
  type Fault,
  GenerationFailed,
  InvalidWebhook,
  ServiceError,
  Silence,
  Unreachable,
  UnusableFile,
  WaitTimeout,
} from "./errors.ts";
export {
  type GenerationEvent,
  type ProgressEvent,
  type ServerEvent,
  type Status,
  type StatusEvent,
  serverEvents,
} from "./events.ts";
export type { FileInput, InputOf, ToolSlug } from "./inputs.ts";
export type { MapResult } from "./mapping.ts";
export {
  type Made,
  Mediamill,
  type MediamillOptions,
  type RunOptions,
  type SubmitOptions,
  type WaitOptions,
} from "./mediamill.ts";
export { Output } from "./outputs.ts";
export {
  type Accepted,
  type Account,
  type CallOptions,
  type Delivery,
  type DeliveryDetail,
  type EventsOptions,
  type FoundGeneration,
  type FoundPage,
  type Generation,
  type GenerationItem,
  type GenerationPage,
  type Inspection,
  type Key,
  type KeyRequest,
  type LedgerEntry,
  type LedgerPage,
  MediamillClient,
  type Peaks,
  type Quote,
  type RunInput,
  type SearchText,
  type SeveralDeleted,
  type StartOptions,
  type TestDelivery,
  type ToolDetail,
  type ToolItem,
  type UploadedFile,
  type UsageLine,
  type WebhookSecret,
} from "./service.ts";
export { type Answer, type Body, type Method, type Request, Transport, type TransportOptions } from "./transport.ts";
export { readWebhook, type SignedWebhook, type Verdict, verifyWebhook, type WebhookBody } from "./webhooks.ts";

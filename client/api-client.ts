// The typed client of the API, version 2026-11-22, made from its OpenAPI document. It needs nothing but fetch.

export interface ClientOptions {
  /** Where the API answers, such as https://app.example.com. */
  origin: string
  /** A token, or what gets one: asked before each call, so that it may keep one for its fifteen minutes. */
  token: string | (() => string | Promise<string>)
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Names a change, so that a repeated call has no second effect. Made for each call unless you name one. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** What a refused call is thrown as. Rely on `problem.code`: words may change. */
export class ApiError extends Error {
  readonly status: number
  readonly problem: Problem
  /** Seconds after which to come again, where waiting helps. */
  readonly retryAfterSeconds: number | null

  constructor(status: number, problem: Problem, retryAfterSeconds: number | null) {
    super(problem.detail)
    this.status = status
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export type Problem = components['schemas']['Problem']

/** A part of an operation's input: left out where it has none, optional where nothing in it is required. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : {} extends Value
    ? { [Key in Name]?: Value }
    : { [Key in Name]: Value }

type JsonOf<Given> = Given extends { content: { 'application/json': infer Json } } ? Json : never

interface Described {
  parameters: { path?: unknown; query?: unknown }
  requestBody?: unknown
  responses: object
}

type InputOf<Operation extends Described> = Part<'params', NonNullable<Operation['parameters']['path']>> &
  Part<'query', NonNullable<Operation['parameters']['query']>> &
  Part<'body', JsonOf<NonNullable<Operation['requestBody']>>>

type AnswerOf<Operation extends Described> = JsonOf<Operation['responses'][keyof Operation['responses'] & (200 | 201 | 202)]>

interface Input {
  params?: object
  query?: object
  body?: unknown
}

async function send<Answer>(
  options: ClientOptions,
  method: string,
  path: string,
  { params, query, body }: Input,
  { idempotencyKey, signal }: CallOptions,
): Promise<Answer> {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(String(values.get(name))))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value))
  const token = typeof options.token === 'string' ? options.token : await options.token()
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, 'api-version': version }
  if (method !== 'GET') headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID()
  if (body !== undefined) headers['content-type'] = 'application/json'
  const response = await (options.fetch ?? fetch)(
    `${options.origin}${filled}${search.size > 0 ? `?${search}` : ''}`,
    { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }), ...(signal && { signal }) },
  )
  return readAnswer<Answer>(response)
}

async function readAnswer<Answer>(response: Response): Promise<Answer> {
  if (response.ok) return (await response.json()) as Answer
  const text = await response.text()
  const wait = Number(response.headers.get('retry-after') ?? 'none')
  throw new ApiError(response.status, problemIn(text, response.status), Number.isNaN(wait) ? null : wait)
}

/** What stands in front of the API may answer without a problem. */
function problemIn(text: string, status: number): Problem {
  try {
    const found = JSON.parse(text) as Partial<Problem>
    return { type: 'about:blank', title: '', detail: `Status ${status}`, code: 'unknown', request_id: '', ...found, status }
  } catch {
    return { type: 'about:blank', title: '', detail: `Status ${status}`, code: 'unknown', request_id: '', status }
  }
}

export interface TokenOptions {
  origin: string
  clientId: string
  clientSecret: string
  /** All that read where nothing is named. */
  scopes?: readonly Scope[]
  fetch?: typeof fetch
}

/** A token of fifteen minutes (OAuth 2.0 client credentials). */
export async function requestToken(options: TokenOptions): Promise<IssueOauthTokenAnswer> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: options.clientId,
    client_secret: options.clientSecret,
    ...(options.scopes && { scope: options.scopes.join(' ') }),
  })
  const address = `${options.origin}/api/v1/developer/oauth/token`
  return readAnswer(await (options.fetch ?? fetch)(address, { method: 'POST', body: form }))
}

/** Every row of a list, page after page: `for await (const lead of everyRow((query) => api.listDeveloperLeads({ query })))`. */
export async function* everyRow<Row>(
  read: (query: { cursor?: string }) => Promise<{ data: Row[]; next_cursor: string | null }>,
): AsyncGenerator<Row> {
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: { data: Row[]; next_cursor: string | null } = await read(cursor === undefined ? {} : { cursor })
    yield* page.data
    cursor = page.next_cursor
  }
}

const version = "2026-11-22"

export type Scope =
  | "clients:read"
  | "campaigns:read"
  | "campaigns:write"
  | "leads:read"
  | "leads:write"
  | "visits:read"
  | "deliveries:read"
  | "counts:read"
  | "counts:write"
  | "exclusions:read"
  | "exclusions:write"
  | "balances:read"
  | "webhooks:read"
  | "webhooks:write"
  | "usage:read"
  | "sso:write"

export type IssueOauthTokenInput = InputOf<operations['issueOauthToken']>
export type IssueOauthTokenAnswer = AnswerOf<operations['issueOauthToken']>

export type ListDeveloperClientsInput = InputOf<operations['listDeveloperClients']>
export type ListDeveloperClientsAnswer = AnswerOf<operations['listDeveloperClients']>

export type ListDeveloperCampaignsInput = InputOf<operations['listDeveloperCampaigns']>
export type ListDeveloperCampaignsAnswer = AnswerOf<operations['listDeveloperCampaigns']>

export type CreateDeveloperCampaignInput = InputOf<operations['createDeveloperCampaign']>
export type CreateDeveloperCampaignAnswer = AnswerOf<operations['createDeveloperCampaign']>

export type GetDeveloperCampaignInput = InputOf<operations['getDeveloperCampaign']>
export type GetDeveloperCampaignAnswer = AnswerOf<operations['getDeveloperCampaign']>

export type SetDeveloperCampaignStatusInput = InputOf<operations['setDeveloperCampaignStatus']>
export type SetDeveloperCampaignStatusAnswer = AnswerOf<operations['setDeveloperCampaignStatus']>

export type SetDeveloperCampaignLimitInput = InputOf<operations['setDeveloperCampaignLimit']>
export type SetDeveloperCampaignLimitAnswer = AnswerOf<operations['setDeveloperCampaignLimit']>

export type ListDeveloperLeadsInput = InputOf<operations['listDeveloperLeads']>
export type ListDeveloperLeadsAnswer = AnswerOf<operations['listDeveloperLeads']>

export type ChangeDeveloperLeadInput = InputOf<operations['changeDeveloperLead']>
export type ChangeDeveloperLeadAnswer = AnswerOf<operations['changeDeveloperLead']>

export type ListDeveloperNotesInput = InputOf<operations['listDeveloperNotes']>
export type ListDeveloperNotesAnswer = AnswerOf<operations['listDeveloperNotes']>

export type ListDeveloperVisitsInput = InputOf<operations['listDeveloperVisits']>
export type ListDeveloperVisitsAnswer = AnswerOf<operations['listDeveloperVisits']>

export type ListDeveloperDeliveriesInput = InputOf<operations['listDeveloperDeliveries']>
export type ListDeveloperDeliveriesAnswer = AnswerOf<operations['listDeveloperDeliveries']>

export type ListDeveloperCountsInput = InputOf<operations['listDeveloperCounts']>
export type ListDeveloperCountsAnswer = AnswerOf<operations['listDeveloperCounts']>

export type QueueDeveloperCountInput = InputOf<operations['queueDeveloperCount']>
export type QueueDeveloperCountAnswer = AnswerOf<operations['queueDeveloperCount']>

export type ReadDeveloperExclusionsInput = InputOf<operations['readDeveloperExclusions']>
export type ReadDeveloperExclusionsAnswer = AnswerOf<operations['readDeveloperExclusions']>

export type AddDeveloperExclusionsInput = InputOf<operations['addDeveloperExclusions']>
export type AddDeveloperExclusionsAnswer = AnswerOf<operations['addDeveloperExclusions']>

export type ReadDeveloperCampaignExclusionsInput = InputOf<operations['readDeveloperCampaignExclusions']>
export type ReadDeveloperCampaignExclusionsAnswer = AnswerOf<operations['readDeveloperCampaignExclusions']>

export type AddDeveloperCampaignExclusionsInput = InputOf<operations['addDeveloperCampaignExclusions']>
export type AddDeveloperCampaignExclusionsAnswer = AnswerOf<operations['addDeveloperCampaignExclusions']>

export type ListDeveloperBalancesInput = InputOf<operations['listDeveloperBalances']>
export type ListDeveloperBalancesAnswer = AnswerOf<operations['listDeveloperBalances']>

export type ListEventWebhooksAnswer = AnswerOf<operations['listEventWebhooks']>

export type CreateEventWebhookInput = InputOf<operations['createEventWebhook']>
export type CreateEventWebhookAnswer = AnswerOf<operations['createEventWebhook']>

export type ChangeEventWebhookInput = InputOf<operations['changeEventWebhook']>
export type ChangeEventWebhookAnswer = AnswerOf<operations['changeEventWebhook']>

export type RemoveEventWebhookInput = InputOf<operations['removeEventWebhook']>
export type RemoveEventWebhookAnswer = AnswerOf<operations['removeEventWebhook']>

export type RotateEventSecretInput = InputOf<operations['rotateEventSecret']>
export type RotateEventSecretAnswer = AnswerOf<operations['rotateEventSecret']>

export type TestEventWebhookInput = InputOf<operations['testEventWebhook']>
export type TestEventWebhookAnswer = AnswerOf<operations['testEventWebhook']>

export type ListEventMessagesInput = InputOf<operations['listEventMessages']>
export type ListEventMessagesAnswer = AnswerOf<operations['listEventMessages']>

export type ReplayEventMessagesInput = InputOf<operations['replayEventMessages']>
export type ReplayEventMessagesAnswer = AnswerOf<operations['replayEventMessages']>

export type ListDeveloperRequestsInput = InputOf<operations['listDeveloperRequests']>
export type ListDeveloperRequestsAnswer = AnswerOf<operations['listDeveloperRequests']>

export type ReadDeveloperUsageInput = InputOf<operations['readDeveloperUsage']>
export type ReadDeveloperUsageAnswer = AnswerOf<operations['readDeveloperUsage']>

export type IssueSsoTokenInput = InputOf<operations['issueSsoToken']>
export type IssueSsoTokenAnswer = AnswerOf<operations['issueSsoToken']>

export type ListStatesAnswer = AnswerOf<operations['listStates']>

export type ListCitiesInput = InputOf<operations['listCities']>
export type ListCitiesAnswer = AnswerOf<operations['listCities']>

/** The API with one function for each operation. */
export const createClient = (options: ClientOptions) => ({
  /** Lists clients of an agency, newest first; of a client, itself. Removed ones are absent. */
  listDeveloperClients: (input: ListDeveloperClientsInput = {}, call: CallOptions = {}): Promise<ListDeveloperClientsAnswer> =>
    send<ListDeveloperClientsAnswer>(options, 'GET', '/api/v1/developer/clients', input, call),
  /** Lists campaigns of an agency or a client, newest first. Removed ones are absent. */
  listDeveloperCampaigns: (input: ListDeveloperCampaignsInput = {}, call: CallOptions = {}): Promise<ListDeveloperCampaignsAnswer> =>
    send<ListDeveloperCampaignsAnswer>(options, 'GET', '/api/v1/developer/campaigns', input, call),
  /** Creates a campaign for a client as a draft. Omitted fields get the defaults of a new campaign of this client. */
  createDeveloperCampaign: (input: CreateDeveloperCampaignInput, call: CallOptions = {}): Promise<CreateDeveloperCampaignAnswer> =>
    send<CreateDeveloperCampaignAnswer>(options, 'POST', '/api/v1/developer/campaigns', input, call),
  /** Reads one campaign, with its pixel and what still blocks it from starting. */
  getDeveloperCampaign: (input: GetDeveloperCampaignInput, call: CallOptions = {}): Promise<GetDeveloperCampaignAnswer> =>
    send<GetDeveloperCampaignAnswer>(options, 'GET', '/api/v1/developer/campaigns/{id}', input, call),
  /** Starts or pauses a campaign. Starting returns 422 with every blocker while something is missing. */
  setDeveloperCampaignStatus: (input: SetDeveloperCampaignStatusInput, call: CallOptions = {}): Promise<SetDeveloperCampaignStatusAnswer> =>
    send<SetDeveloperCampaignStatusAnswer>(options, 'PUT', '/api/v1/developer/campaigns/{id}/status', input, call),
  /** Sets a campaign’s lead limit, its monthly spend cap, and who is notified. Omitted fields stay unchanged. */
  setDeveloperCampaignLimit: (input: SetDeveloperCampaignLimitInput, call: CallOptions = {}): Promise<SetDeveloperCampaignLimitAnswer> =>
    send<SetDeveloperCampaignLimitAnswer>(options, 'PUT', '/api/v1/developer/campaigns/{id}/limit', input, call),
  /** Lists leads of an agency or a client, newest first. */
  listDeveloperLeads: (input: ListDeveloperLeadsInput = {}, call: CallOptions = {}): Promise<ListDeveloperLeadsAnswer> =>
    send<ListDeveloperLeadsAnswer>(options, 'GET', '/api/v1/developer/leads', input, call),
  /** Changes how a lead is worked, and adds a note. Omitted fields stay unchanged. The lead’s history says that software did it. */
  changeDeveloperLead: (input: ChangeDeveloperLeadInput, call: CallOptions = {}): Promise<ChangeDeveloperLeadAnswer> =>
    send<ChangeDeveloperLeadAnswer>(options, 'PUT', '/api/v1/developer/leads/{id}', input, call),
  /** Lists the notes of a lead, newest first, up to 200. Removed and erased ones are left out. */
  listDeveloperNotes: (input: ListDeveloperNotesInput, call: CallOptions = {}): Promise<ListDeveloperNotesAnswer> =>
    send<ListDeveloperNotesAnswer>(options, 'GET', '/api/v1/developer/leads/{id}/notes', input, call),
  /** Lists resolved visits of an agency or a client, newest first, each with its outcome. */
  listDeveloperVisits: (input: ListDeveloperVisitsInput = {}, call: CallOptions = {}): Promise<ListDeveloperVisitsAnswer> =>
    send<ListDeveloperVisitsAnswer>(options, 'GET', '/api/v1/developer/visits', input, call),
  /** Lists deliveries of leads to their destinations, newest first. */
  listDeveloperDeliveries: (input: ListDeveloperDeliveriesInput = {}, call: CallOptions = {}): Promise<ListDeveloperDeliveriesAnswer> =>
    send<ListDeveloperDeliveriesAnswer>(options, 'GET', '/api/v1/developer/deliveries', input, call),
  /** Lists keyword counts, newest first. */
  listDeveloperCounts: (input: ListDeveloperCountsInput = {}, call: CallOptions = {}): Promise<ListDeveloperCountsAnswer> =>
    send<ListDeveloperCountsAnswer>(options, 'GET', '/api/v1/developer/keyword-counts', input, call),
  /** Queues a count of the people who searched for keywords in the past 7 days. Read it again for its outcome. */
  queueDeveloperCount: (input: QueueDeveloperCountInput, call: CallOptions = {}): Promise<QueueDeveloperCountAnswer> =>
    send<QueueDeveloperCountAnswer>(options, 'POST', '/api/v1/developer/keyword-counts', input, call),
  /** Reads the exclusion list of your own company, which applies to every company below it, with a page of its changes. */
  readDeveloperExclusions: (input: ReadDeveloperExclusionsInput = {}, call: CallOptions = {}): Promise<ReadDeveloperExclusionsAnswer> =>
    send<ReadDeveloperExclusionsAnswer>(options, 'GET', '/api/v1/developer/exclusions', input, call),
  /** Adds addresses to the exclusion list of your own company. */
  addDeveloperExclusions: (input: AddDeveloperExclusionsInput, call: CallOptions = {}): Promise<AddDeveloperExclusionsAnswer> =>
    send<AddDeveloperExclusionsAnswer>(options, 'POST', '/api/v1/developer/exclusions', input, call),
  /** Reads the exclusion list of one campaign, with a page of its changes. */
  readDeveloperCampaignExclusions: (input: ReadDeveloperCampaignExclusionsInput, call: CallOptions = {}): Promise<ReadDeveloperCampaignExclusionsAnswer> =>
    send<ReadDeveloperCampaignExclusionsAnswer>(options, 'GET', '/api/v1/developer/campaigns/{id}/exclusions', input, call),
  /** Adds addresses to the exclusion list of one campaign. */
  addDeveloperCampaignExclusions: (input: AddDeveloperCampaignExclusionsInput, call: CallOptions = {}): Promise<AddDeveloperCampaignExclusionsAnswer> =>
    send<AddDeveloperCampaignExclusionsAnswer>(options, 'POST', '/api/v1/developer/campaigns/{id}/exclusions', input, call),
  /** Lists balances and debts of an agency and its clients, newest account first. */
  listDeveloperBalances: (input: ListDeveloperBalancesInput = {}, call: CallOptions = {}): Promise<ListDeveloperBalancesAnswer> =>
    send<ListDeveloperBalancesAnswer>(options, 'GET', '/api/v1/developer/balances', input, call),
  /** Lists the webhooks of your own agency. */
  listEventWebhooks: (call: CallOptions = {}): Promise<ListEventWebhooksAnswer> =>
    send<ListEventWebhooksAnswer>(options, 'GET', '/api/v1/developer/webhooks', {}, call),
  /** Creates a webhook that receives events from now on. The response shows the signing secret once. */
  createEventWebhook: (input: CreateEventWebhookInput, call: CallOptions = {}): Promise<CreateEventWebhookAnswer> =>
    send<CreateEventWebhookAnswer>(options, 'POST', '/api/v1/developer/webhooks', input, call),
  /** Changes the URL or the events of a webhook, or turns it off or on. */
  changeEventWebhook: (input: ChangeEventWebhookInput, call: CallOptions = {}): Promise<ChangeEventWebhookAnswer> =>
    send<ChangeEventWebhookAnswer>(options, 'PUT', '/api/v1/developer/webhooks/{id}', input, call),
  /** Removes a webhook. Pending messages are not sent. */
  removeEventWebhook: (input: RemoveEventWebhookInput, call: CallOptions = {}): Promise<RemoveEventWebhookAnswer> =>
    send<RemoveEventWebhookAnswer>(options, 'DELETE', '/api/v1/developer/webhooks/{id}', input, call),
  /** Generates a new signing secret. For 24 hours messages are also signed with the old one. */
  rotateEventSecret: (input: RotateEventSecretInput, call: CallOptions = {}): Promise<RotateEventSecretAnswer> =>
    send<RotateEventSecretAnswer>(options, 'POST', '/api/v1/developer/webhooks/{id}/secret', input, call),
  /** Sends a `webhook.test` message, signed and logged like any other, ahead of pending messages. If it succeeds, a webhook that was turned off for failures is turned on again. */
  testEventWebhook: (input: TestEventWebhookInput, call: CallOptions = {}): Promise<TestEventWebhookAnswer> =>
    send<TestEventWebhookAnswer>(options, 'POST', '/api/v1/developer/webhooks/{id}/test', input, call),
  /** Lists the messages of a webhook, newest first, with every attempt. Messages are kept for 30 days. */
  listEventMessages: (input: ListEventMessagesInput, call: CallOptions = {}): Promise<ListEventMessagesAnswer> =>
    send<ListEventMessagesAnswer>(options, 'GET', '/api/v1/developer/webhooks/{id}/messages', input, call),
  /** Resends one message, or failed ones since a point in time, up to 1,000 at once, with the same IDs. */
  replayEventMessages: (input: ReplayEventMessagesInput, call: CallOptions = {}): Promise<ReplayEventMessagesAnswer> =>
    send<ReplayEventMessagesAnswer>(options, 'POST', '/api/v1/developer/webhooks/{id}/replay', input, call),
  /** Lists calls made with your company’s keys, newest first. They are kept for 30 days, without bodies or filters. */
  listDeveloperRequests: (input: ListDeveloperRequestsInput = {}, call: CallOptions = {}): Promise<ListDeveloperRequestsAnswer> =>
    send<ListDeveloperRequestsAnswer>(options, 'GET', '/api/v1/developer/requests', input, call),
  /** Counts calls made with your company’s keys by day, operation and status, for up to 92 days, and lists the current limits. */
  readDeveloperUsage: (input: ReadDeveloperUsageInput = {}, call: CallOptions = {}): Promise<ReadDeveloperUsageAnswer> =>
    send<ReadDeveloperUsageAnswer>(options, 'GET', '/api/v1/developer/usage', input, call),
  /** Issues a single sign-on token for one person on one host. It works once, within 60 seconds. */
  issueSsoToken: (input: IssueSsoTokenInput, call: CallOptions = {}): Promise<IssueSsoTokenAnswer> =>
    send<IssueSsoTokenAnswer>(options, 'POST', '/api/v1/developer/sso/token', input, call),
  /** Lists the states that campaigns can target, by name. */
  listStates: (call: CallOptions = {}): Promise<ListStatesAnswer> =>
    send<ListStatesAnswer>(options, 'GET', '/api/general/state', {}, call),
  /** Lists the cities of a state with how many ZIP codes each has. */
  listCities: (input: ListCitiesInput, call: CallOptions = {}): Promise<ListCitiesAnswer> =>
    send<ListCitiesAnswer>(options, 'GET', '/api/general/state/{state}/cities', input, call),
})

export interface paths {
    "/api/v1/developer/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchanges a credential for a 15-minute token (OAuth 2.0 client credentials), as a form or JSON, with the credential in the body or in HTTP Basic.
         * @description Exchanges a credential for a 15-minute token (OAuth 2.0 client credentials), as a form or JSON, with the credential in the body or in HTTP Basic.
         */
        post: operations["issueOauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists clients of an agency, newest first; of a client, itself. Removed ones are absent.
         * @description Lists clients of an agency, newest first; of a client, itself. Removed ones are absent.
         */
        get: operations["listDeveloperClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists campaigns of an agency or a client, newest first. Removed ones are absent.
         * @description Lists campaigns of an agency or a client, newest first. Removed ones are absent.
         */
        get: operations["listDeveloperCampaigns"];
        put?: never;
        /**
         * Creates a campaign for a client as a draft. Omitted fields get the defaults of a new campaign of this client.
         * @description Creates a campaign for a client as a draft. Omitted fields get the defaults of a new campaign of this client.
         */
        post: operations["createDeveloperCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads one campaign, with its pixel and what still blocks it from starting.
         * @description Reads one campaign, with its pixel and what still blocks it from starting.
         */
        get: operations["getDeveloperCampaign"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/campaigns/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Starts or pauses a campaign. Starting returns 422 with every blocker while something is missing.
         * @description Starts or pauses a campaign. Starting returns 422 with every blocker while something is missing.
         */
        put: operations["setDeveloperCampaignStatus"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/campaigns/{id}/limit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Sets a campaign’s lead limit, its monthly spend cap, and who is notified. Omitted fields stay unchanged.
         * @description Sets a campaign’s lead limit, its monthly spend cap, and who is notified. Omitted fields stay unchanged.
         */
        put: operations["setDeveloperCampaignLimit"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/leads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists leads of an agency or a client, newest first.
         * @description Lists leads of an agency or a client, newest first.
         */
        get: operations["listDeveloperLeads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/leads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes how a lead is worked, and adds a note. Omitted fields stay unchanged. The lead’s history says that software did it.
         * @description Changes how a lead is worked, and adds a note. Omitted fields stay unchanged. The lead’s history says that software did it.
         */
        put: operations["changeDeveloperLead"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/leads/{id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the notes of a lead, newest first, up to 200. Removed and erased ones are left out.
         * @description Lists the notes of a lead, newest first, up to 200. Removed and erased ones are left out.
         */
        get: operations["listDeveloperNotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists resolved visits of an agency or a client, newest first, each with its outcome.
         * @description Lists resolved visits of an agency or a client, newest first, each with its outcome.
         */
        get: operations["listDeveloperVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists deliveries of leads to their destinations, newest first.
         * @description Lists deliveries of leads to their destinations, newest first.
         */
        get: operations["listDeveloperDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/keyword-counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists keyword counts, newest first.
         * @description Lists keyword counts, newest first.
         */
        get: operations["listDeveloperCounts"];
        put?: never;
        /**
         * Queues a count of the people who searched for keywords in the past 7 days. Read it again for its outcome.
         * @description Queues a count of the people who searched for keywords in the past 7 days. Read it again for its outcome.
         */
        post: operations["queueDeveloperCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/exclusions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the exclusion list of your own company, which applies to every company below it, with a page of its changes.
         * @description Reads the exclusion list of your own company, which applies to every company below it, with a page of its changes.
         */
        get: operations["readDeveloperExclusions"];
        put?: never;
        /**
         * Adds addresses to the exclusion list of your own company.
         * @description Adds addresses to the exclusion list of your own company.
         */
        post: operations["addDeveloperExclusions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/campaigns/{id}/exclusions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Reads the exclusion list of one campaign, with a page of its changes.
         * @description Reads the exclusion list of one campaign, with a page of its changes.
         */
        get: operations["readDeveloperCampaignExclusions"];
        put?: never;
        /**
         * Adds addresses to the exclusion list of one campaign.
         * @description Adds addresses to the exclusion list of one campaign.
         */
        post: operations["addDeveloperCampaignExclusions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists balances and debts of an agency and its clients, newest account first.
         * @description Lists balances and debts of an agency and its clients, newest account first.
         */
        get: operations["listDeveloperBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the webhooks of your own agency.
         * @description Lists the webhooks of your own agency.
         */
        get: operations["listEventWebhooks"];
        put?: never;
        /**
         * Creates a webhook that receives events from now on. The response shows the signing secret once.
         * @description Creates a webhook that receives events from now on. The response shows the signing secret once.
         */
        post: operations["createEventWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Changes the URL or the events of a webhook, or turns it off or on.
         * @description Changes the URL or the events of a webhook, or turns it off or on.
         */
        put: operations["changeEventWebhook"];
        post?: never;
        /**
         * Removes a webhook. Pending messages are not sent.
         * @description Removes a webhook. Pending messages are not sent.
         */
        delete: operations["removeEventWebhook"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generates a new signing secret. For 24 hours messages are also signed with the old one.
         * @description Generates a new signing secret. For 24 hours messages are also signed with the old one.
         */
        post: operations["rotateEventSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a `webhook.test` message, signed and logged like any other, ahead of pending messages. If it succeeds, a webhook that was turned off for failures is turned on again.
         * @description Sends a `webhook.test` message, signed and logged like any other, ahead of pending messages. If it succeeds, a webhook that was turned off for failures is turned on again.
         */
        post: operations["testEventWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/webhooks/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the messages of a webhook, newest first, with every attempt. Messages are kept for 30 days.
         * @description Lists the messages of a webhook, newest first, with every attempt. Messages are kept for 30 days.
         */
        get: operations["listEventMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resends one message, or failed ones since a point in time, up to 1,000 at once, with the same IDs.
         * @description Resends one message, or failed ones since a point in time, up to 1,000 at once, with the same IDs.
         */
        post: operations["replayEventMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists calls made with your company’s keys, newest first. They are kept for 30 days, without bodies or filters.
         * @description Lists calls made with your company’s keys, newest first. They are kept for 30 days, without bodies or filters.
         */
        get: operations["listDeveloperRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Counts calls made with your company’s keys by day, operation and status, for up to 92 days, and lists the current limits.
         * @description Counts calls made with your company’s keys by day, operation and status, for up to 92 days, and lists the current limits.
         */
        get: operations["readDeveloperUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/developer/sso/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issues a single sign-on token for one person on one host. It works once, within 60 seconds.
         * @description Issues a single sign-on token for one person on one host. It works once, within 60 seconds.
         */
        post: operations["issueSsoToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/general/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the states that campaigns can target, by name.
         * @description Lists the states that campaigns can target, by name.
         */
        get: operations["listStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/general/state/{state}/cities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists the cities of a state with how many ZIP codes each has.
         * @description Lists the cities of a state with how many ZIP codes each has.
         */
        get: operations["listCities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "lead.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lead was created.
         * @description A lead was created.
         */
        post: operations["receiveLeadCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lead.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status, the assignee or the tags of a lead changed.
         * @description The status, the assignee or the tags of a lead changed.
         */
        post: operations["receiveLeadUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lead.note_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A note was added to a lead.
         * @description A note was added to a lead.
         */
        post: operations["receiveLeadNoteAdded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "campaign.status_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign was started, paused, stopped or archived.
         * @description A campaign was started, paused, stopped or archived.
         */
        post: operations["receiveCampaignStatusChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "keyword_count.finished": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A keyword count finished or failed.
         * @description A keyword count finished or failed.
         */
        post: operations["receiveKeywordCountFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "delivery.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lead could not be delivered and is not retried automatically.
         * @description A lead could not be delivered and is not retried automatically.
         */
        post: operations["receiveDeliveryFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        Error: {
            /** @enum {string} */
            result: "failed" | "failed from crawl";
            /** @constant */
            status?: "not exist";
            code: string;
            message: string;
            field?: string;
            errors?: {
                field: string;
                message: string;
            }[];
            change?: {
                current: string | number;
                changed_at: string;
                changed_by: string[];
                changed_fields: string[];
            };
            request_id: string;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            detail: string;
            code: string;
            field?: string;
            errors?: {
                field: string;
                message: string;
            }[];
            request_id: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    issueOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": {
                    /** @constant */
                    grant_type: "client_credentials";
                    client_id?: string;
                    client_secret?: string;
                    /** @description Scopes separated by spaces; all read scopes of the key if omitted. */
                    scope?: string;
                };
                "application/json": {
                    /** @constant */
                    grant_type: "client_credentials";
                    client_id?: string;
                    client_secret?: string;
                    /** @description Scopes separated by spaces; all read scopes of the key if omitted. */
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        /** @constant */
                        token_type: "Bearer";
                        expires_in: number;
                        scope: string;
                    };
                };
            };
        };
    };
    listDeveloperClients: {
        parameters: {
            query?: {
                /** @description An agency or one of its clients; your own company if omitted. */
                company_id?: string;
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            agency_id: string;
                            name: string;
                            contact_name: string;
                            contact_email: string;
                            /** @enum {string} */
                            status: "active" | "disabled";
                            time_zone: string;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listDeveloperCampaigns: {
        parameters: {
            query?: {
                /** @description An agency or one of its clients; your own company if omitted. */
                company_id?: string;
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                status?: "draft" | "active" | "pause" | "stop" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            client_id: string;
                            name: string;
                            /** @enum {string} */
                            module: "local" | "locator" | "enhance" | "b2b";
                            /** @enum {string} */
                            status: "draft" | "active" | "pause" | "stop" | "archived";
                            site_url: string;
                            time_zone: string;
                            start_date: string;
                            end_date: string | null;
                            /** @description Maximum leads per period. */
                            limit_leads: number;
                            /**
                             * @description `max` is the whole lifetime of the campaign.
                             * @enum {string}
                             */
                            limit_period: "day" | "week" | "month" | "max";
                            /** @description The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap. */
                            month_cap_cents: number | null;
                            /** @description Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never. */
                            alert_shares: number[];
                            /** @description Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never. */
                            alert_cents: number | null;
                            /** @description Whether the client is also notified. */
                            alert_payer: boolean;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: date-time */
                            updated_at: string;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    createDeveloperCampaign: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    client_id: string;
                    name: string;
                    /** @enum {string} */
                    module: "local" | "locator" | "enhance" | "b2b";
                    site_url?: string;
                    time_zone?: string;
                    start_date?: string;
                    /** @description Last day; null: no end. */
                    end_date?: string | null;
                    /** @description Maximum leads per period. */
                    limit_leads?: number;
                    /**
                     * @description `max` is the whole lifetime of the campaign.
                     * @enum {string}
                     */
                    limit_period?: "day" | "week" | "month" | "max";
                    /** @description The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap. */
                    month_cap_cents?: number | null;
                    /** @description Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never. */
                    alert_shares?: number[];
                    /** @description Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never. */
                    alert_cents?: number | null;
                    /** @description Whether the client is also notified. */
                    alert_payer?: boolean;
                    report_recipients?: string[];
                    /** @description Of Search ID campaigns: what people search for. */
                    keywords?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        name: string;
                        /** @enum {string} */
                        module: "local" | "locator" | "enhance" | "b2b";
                        /** @enum {string} */
                        status: "draft" | "active" | "pause" | "stop" | "archived";
                        site_url: string;
                        time_zone: string;
                        start_date: string;
                        end_date: string | null;
                        /** @description Maximum leads per period. */
                        limit_leads: number;
                        /**
                         * @description `max` is the whole lifetime of the campaign.
                         * @enum {string}
                         */
                        limit_period: "day" | "week" | "month" | "max";
                        /** @description The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap. */
                        month_cap_cents: number | null;
                        /** @description Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never. */
                        alert_shares: number[];
                        /** @description Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never. */
                        alert_cents: number | null;
                        /** @description Whether the client is also notified. */
                        alert_payer: boolean;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        pixel_key: string;
                        /** @description What still blocks the campaign from starting. */
                        blockers: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    getDeveloperCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        name: string;
                        /** @enum {string} */
                        module: "local" | "locator" | "enhance" | "b2b";
                        /** @enum {string} */
                        status: "draft" | "active" | "pause" | "stop" | "archived";
                        site_url: string;
                        time_zone: string;
                        start_date: string;
                        end_date: string | null;
                        /** @description Maximum leads per period. */
                        limit_leads: number;
                        /**
                         * @description `max` is the whole lifetime of the campaign.
                         * @enum {string}
                         */
                        limit_period: "day" | "week" | "month" | "max";
                        /** @description The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap. */
                        month_cap_cents: number | null;
                        /** @description Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never. */
                        alert_shares: number[];
                        /** @description Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never. */
                        alert_cents: number | null;
                        /** @description Whether the client is also notified. */
                        alert_payer: boolean;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        pixel_key: string;
                        /** @description What still blocks the campaign from starting. */
                        blockers: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    setDeveloperCampaignStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status: "active" | "pause";
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        name: string;
                        /** @enum {string} */
                        module: "local" | "locator" | "enhance" | "b2b";
                        /** @enum {string} */
                        status: "draft" | "active" | "pause" | "stop" | "archived";
                        site_url: string;
                        time_zone: string;
                        start_date: string;
                        end_date: string | null;
                        /** @description Maximum leads per period. */
                        limit_leads: number;
                        /**
                         * @description `max` is the whole lifetime of the campaign.
                         * @enum {string}
                         */
                        limit_period: "day" | "week" | "month" | "max";
                        /** @description The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap. */
                        month_cap_cents: number | null;
                        /** @description Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never. */
                        alert_shares: number[];
                        /** @description Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never. */
                        alert_cents: number | null;
                        /** @description Whether the client is also notified. */
                        alert_payer: boolean;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        pixel_key: string;
                        /** @description What still blocks the campaign from starting. */
                        blockers: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    setDeveloperCampaignLimit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Maximum leads per period. */
                    limit_leads: number;
                    /**
                     * @description `max` is the whole lifetime of the campaign.
                     * @enum {string}
                     */
                    limit_period: "day" | "week" | "month" | "max";
                    /** @description The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap. */
                    month_cap_cents?: number | null;
                    /** @description Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never. */
                    alert_shares?: number[];
                    /** @description Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never. */
                    alert_cents?: number | null;
                    /** @description Whether the client is also notified. */
                    alert_payer?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        name: string;
                        /** @enum {string} */
                        module: "local" | "locator" | "enhance" | "b2b";
                        /** @enum {string} */
                        status: "draft" | "active" | "pause" | "stop" | "archived";
                        site_url: string;
                        time_zone: string;
                        start_date: string;
                        end_date: string | null;
                        /** @description Maximum leads per period. */
                        limit_leads: number;
                        /**
                         * @description `max` is the whole lifetime of the campaign.
                         * @enum {string}
                         */
                        limit_period: "day" | "week" | "month" | "max";
                        /** @description The maximum its leads may cost the client in a calendar month of its time zone, in US cents; null: no cap. */
                        month_cap_cents: number | null;
                        /** @description Sends a notification at these shares of `month_cap_cents`, in percent, once a month each; empty: never. */
                        alert_shares: number[];
                        /** @description Sends a notification once a month when its leads have cost this much, in US cents; nothing stops. Null: never. */
                        alert_cents: number | null;
                        /** @description Whether the client is also notified. */
                        alert_payer: boolean;
                        /** Format: date-time */
                        created_at: string;
                        /** Format: date-time */
                        updated_at: string;
                        pixel_key: string;
                        /** @description What still blocks the campaign from starting. */
                        blockers: {
                            field: string;
                            message: string;
                        }[];
                    };
                };
            };
        };
    };
    listDeveloperLeads: {
        parameters: {
            query?: {
                /** @description An agency or one of its clients; your own company if omitted. */
                company_id?: string;
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                campaign_id?: string;
                /** @description At or after this time. */
                created_from?: string;
                /** @description Before this time. */
                created_before?: string;
                kind?: "lead" | "test";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "lead" | "test";
                            /** Format: date-time */
                            created_at: string;
                            /** Format: uuid */
                            client_id: string;
                            client_name: string;
                            /** Format: uuid */
                            campaign_id: string;
                            campaign_name: string;
                            first_name: string;
                            last_name: string;
                            email: string | null;
                            phone: string | null;
                            street: string | null;
                            city: string | null;
                            state: string | null;
                            zip: string | null;
                            page_url: string;
                            match_key: ("md5" | "sha1" | "sha256" | "cookie" | "signal" | "company") | null;
                            confidence: number | null;
                            /** @description In dollars, fixed when the lead was created. */
                            retail_price: number;
                            converted_at: string | null;
                            /** @description A status of the agency’s pipeline; `new` for a lead that nobody has worked on. */
                            status: string;
                            /** @description Who works it; null for nobody. */
                            assignee_id: string | null;
                            /** @description The client’s own estimate of what the lead is worth, in cents. Nothing is billed by it. */
                            value_cents: number | null;
                            tags: string[];
                            /** @description What the person searched for or read about, newest first; null for a visit. */
                            searched_for: string[] | null;
                            /** @description What else is known about the person and their company, by kind; null if the campaign sends none. */
                            information: {
                                [key: string]: string;
                            } | null;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    changeDeveloperLead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A status of the agency’s pipeline. */
                    status?: string;
                    /** @description Someone of the client or its agency who may see the lead; null: nobody. */
                    assignee_id?: string | null;
                    /** @description The same person by email address, in place of the ID. */
                    assignee_email?: string;
                    /** @description The client’s own estimate of what the lead is worth, in cents. Nothing is billed by it. */
                    value_cents?: number | null;
                    /** @description All tags of the lead; new names are created. */
                    tags?: string[];
                    /** @description A note that the client and its agency read. */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        status: string;
                        /** @description Who works it; null for nobody. */
                        assignee_id: string | null;
                        /** @description The client’s own estimate of what the lead is worth, in cents. Nothing is billed by it. */
                        value_cents: number | null;
                        tags: string[];
                        /** @description Of the note that was added; null without one. */
                        note_id: string | null;
                    };
                };
            };
        };
    };
    listDeveloperNotes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: date-time */
                            at: string;
                            text: string;
                            /** @description Who wrote it. */
                            author_id: string | null;
                            /** @description Written by software. */
                            by_api: boolean;
                            edited_at: string | null;
                        }[];
                    };
                };
            };
        };
    };
    listDeveloperVisits: {
        parameters: {
            query?: {
                /** @description An agency or one of its clients; your own company if omitted. */
                company_id?: string;
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                campaign_id?: string;
                /** @description At or after this time. */
                created_from?: string;
                /** @description Before this time. */
                created_before?: string;
                reason?: "host_not_allowed" | "no_origin" | "bot" | "datacentre" | "privacy_gpc" | "privacy_opt_out" | "privacy_consent" | "privacy_region" | "page_sensitive" | "ip_excluded" | "no_key" | "no_contact" | "no_match" | "opted_out" | "region_forbidden" | "page_excluded" | "negative_keyword" | "search_too_old" | "too_few_searches" | "record_old" | "too_little_known" | "no_employer" | "company_excluded" | "profile_missed" | "company_calm" | "email_missing" | "phone_missing" | "address_missing" | "outside_target" | "outside_audience" | "excluded_root" | "excluded_agency" | "excluded_client" | "excluded_campaign" | "no_earlier_visit" | "converted" | "returning" | "company_returning" | "not_started" | "ended" | "not_active" | "outside_hours" | "limit_reached" | "cap_reached" | "paced" | "held" | "no_funds" | "lead";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: date-time */
                            at: string;
                            /** Format: uuid */
                            client_id: string;
                            /** Format: uuid */
                            campaign_id: string;
                            kind: string;
                            page_url: string;
                            referrer_host: string;
                            match_key: ("md5" | "sha1" | "sha256" | "cookie" | "signal" | "company") | null;
                            confidence: number | null;
                            /**
                             * @description Why it did or didn’t become a lead.
                             * @enum {string}
                             */
                            reason: "host_not_allowed" | "no_origin" | "bot" | "datacentre" | "privacy_gpc" | "privacy_opt_out" | "privacy_consent" | "privacy_region" | "page_sensitive" | "ip_excluded" | "no_key" | "no_contact" | "no_match" | "opted_out" | "region_forbidden" | "page_excluded" | "negative_keyword" | "search_too_old" | "too_few_searches" | "record_old" | "too_little_known" | "no_employer" | "company_excluded" | "profile_missed" | "company_calm" | "email_missing" | "phone_missing" | "address_missing" | "outside_target" | "outside_audience" | "excluded_root" | "excluded_agency" | "excluded_client" | "excluded_campaign" | "no_earlier_visit" | "converted" | "returning" | "company_returning" | "not_started" | "ended" | "not_active" | "outside_hours" | "limit_reached" | "cap_reached" | "paced" | "held" | "no_funds" | "lead";
                            lead_id: string | null;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listDeveloperDeliveries: {
        parameters: {
            query?: {
                /** @description An agency or one of its clients; your own company if omitted. */
                company_id?: string;
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                campaign_id?: string;
                lead_id?: string;
                status?: "waiting" | "delivered" | "dead";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: uuid
                             * @description Also the webhook-id header; the same for every attempt.
                             */
                            id: string;
                            /** Format: date-time */
                            created_at: string;
                            /** Format: uuid */
                            client_id: string;
                            /** Format: uuid */
                            campaign_id: string;
                            /** Format: uuid */
                            lead_id: string;
                            /** Format: uuid */
                            destination_id: string;
                            /** @enum {string} */
                            kind: "email" | "webhook" | "googlesheets" | "highlevel" | "sendgrid" | "mailchimp" | "kartra" | "clickfunnels" | "zapier" | "mailboxpower" | "hubspot" | "salesforce" | "klaviyo" | "activecampaign" | "metaaudiences" | "slack" | "teams" | "custom";
                            /** @enum {string} */
                            status: "waiting" | "delivered" | "dead";
                            attempts: number;
                            /** @description Null unless it is waiting. */
                            next_attempt_at: string | null;
                            delivered_at: string | null;
                            /** @description Why the latest attempt failed. */
                            cause: ("refused_address" | "dns" | "connect" | "tls" | "timeout" | "too_large" | "redirect" | "gone" | "not_allowed" | "not_found" | "too_many" | "rejected" | "receiver_error" | "mail_not_set_up" | "mail_unreachable" | "mail_timeout" | "mail_deferred" | "mail_refused" | "mail_stopped" | "mail_partly_refused" | "token_expired" | "renewal_interrupted" | "app_removed" | "app_refused" | "no_permission" | "list_deleted" | "quota" | "schema_changed" | "key_field_missing" | "nothing_chosen" | "service_error" | "slow_down" | "in_line" | "accepted" | "overtaken" | "lead_incomplete" | "disconnected" | "destination_disabled" | "destination_removed" | "switched_off" | "taken_back" | "lead_missing" | "internal") | null;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listDeveloperCounts: {
        parameters: {
            query?: {
                /** @description An agency or one of its clients; your own company if omitted. */
                company_id?: string;
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                campaign_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            /** Format: uuid */
                            client_id: string;
                            /** Format: uuid */
                            campaign_id: string;
                            keywords: string[];
                            /** @enum {string} */
                            target_location: "National Targeting" | "State" | "Zip Code";
                            states: string[];
                            cities: string[];
                            zip_codes: string[];
                            /** @enum {string} */
                            status: "pending" | "done" | "error";
                            failure: ("too_long" | "unavailable") | null;
                            /** @description People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet. */
                            nationwide_count: number | null;
                            /** @description In the target location. People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet. */
                            count: number | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    queueDeveloperCount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description A Search ID campaign.
                     */
                    campaign_id: string;
                    keywords: string[];
                    /** @enum {string} */
                    target_location?: "National Targeting" | "State" | "Zip Code";
                    states?: string[];
                    cities?: string[];
                    zip_codes?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        /** Format: uuid */
                        campaign_id: string;
                        keywords: string[];
                        /** @enum {string} */
                        target_location: "National Targeting" | "State" | "Zip Code";
                        states: string[];
                        cities: string[];
                        zip_codes: string[];
                        /** @enum {string} */
                        status: "pending" | "done" | "error";
                        failure: ("too_long" | "unavailable") | null;
                        /** @description People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet. */
                        nationwide_count: number | null;
                        /** @description In the target location. People who searched in the past 7 days; 0 means fewer than 10, null means not counted yet. */
                        count: number | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
        };
    };
    readDeveloperExclusions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        level: "root" | "agency" | "client" | "campaign";
                        /** @description The number of addresses. The list stores only hashes and never shows them. */
                        addresses: number;
                        /** @description The page’s changes, newest first. */
                        changes: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "upload" | "purge";
                            addresses: number;
                            credited_leads: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @description When it took effect; null while it is being imported. */
                            done_at: string | null;
                            undone_at: string | null;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    addDeveloperExclusions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Email addresses or their MD5 hashes. */
                    addresses: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description ID of the change; `done_at` is when it took effect.
                         */
                        id: string;
                    };
                };
            };
        };
    };
    readDeveloperCampaignExclusions: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        level: "root" | "agency" | "client" | "campaign";
                        /** @description The number of addresses. The list stores only hashes and never shows them. */
                        addresses: number;
                        /** @description The page’s changes, newest first. */
                        changes: {
                            /** Format: uuid */
                            id: string;
                            /** @enum {string} */
                            kind: "upload" | "purge";
                            addresses: number;
                            credited_leads: number;
                            /** Format: date-time */
                            created_at: string;
                            /** @description When it took effect; null while it is being imported. */
                            done_at: string | null;
                            undone_at: string | null;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    addDeveloperCampaignExclusions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Email addresses or their MD5 hashes. */
                    addresses: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description ID of the change; `done_at` is when it took effect.
                         */
                        id: string;
                    };
                };
            };
        };
    };
    listDeveloperBalances: {
        parameters: {
            query?: {
                /** @description An agency or one of its clients; your own company if omitted. */
                company_id?: string;
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                kind?: "data_wallet" | "agency_owes" | "client_prepaid" | "client_owes";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            /**
                             * @description data_wallet: the agency’s prepaid balance; agency_owes: its debt to its operator; client_prepaid: prepaid leads of campaigns; client_owes: its debt to its agency.
                             * @enum {string}
                             */
                            kind: "data_wallet" | "agency_owes" | "client_prepaid" | "client_owes";
                            /** @description Null for the agency’s own. */
                            client_id: string | null;
                            /** @description In dollars, to 1/10,000. Negative is owed, positive is available. */
                            balance: number;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    listEventWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /** Format: uuid */
                            id: string;
                            url: string;
                            events: ("lead.created" | "lead.updated" | "lead.note_added" | "campaign.status_changed" | "keyword_count.finished" | "delivery.failed")[];
                            /** @enum {string} */
                            status: "ok" | "failing" | "disabled";
                            /** @description Why the latest message failed; null if it didn’t. */
                            cause: ("refused_address" | "dns" | "connect" | "tls" | "timeout" | "too_large" | "redirect" | "gone" | "not_allowed" | "not_found" | "too_many" | "rejected" | "receiver_error" | "mail_not_set_up" | "mail_unreachable" | "mail_timeout" | "mail_deferred" | "mail_refused" | "mail_stopped" | "mail_partly_refused" | "token_expired" | "renewal_interrupted" | "app_removed" | "app_refused" | "no_permission" | "list_deleted" | "quota" | "schema_changed" | "key_field_missing" | "nothing_chosen" | "service_error" | "slow_down" | "in_line" | "accepted" | "overtaken" | "lead_incomplete" | "disconnected" | "destination_disabled" | "destination_removed" | "switched_off" | "taken_back" | "lead_missing" | "internal") | null;
                            failing_since: string | null;
                            /** @description Until then messages are also signed with the previous secret. */
                            previous_secret_until: string | null;
                            /** Format: date-time */
                            created_at: string;
                        }[];
                    };
                };
            };
        };
    };
    createEventWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url: string;
                    events: ("lead.created" | "lead.updated" | "lead.note_added" | "campaign.status_changed" | "keyword_count.finished" | "delivery.failed")[];
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        url: string;
                        events: ("lead.created" | "lead.updated" | "lead.note_added" | "campaign.status_changed" | "keyword_count.finished" | "delivery.failed")[];
                        /** @enum {string} */
                        status: "ok" | "failing" | "disabled";
                        /** @description Why the latest message failed; null if it didn’t. */
                        cause: ("refused_address" | "dns" | "connect" | "tls" | "timeout" | "too_large" | "redirect" | "gone" | "not_allowed" | "not_found" | "too_many" | "rejected" | "receiver_error" | "mail_not_set_up" | "mail_unreachable" | "mail_timeout" | "mail_deferred" | "mail_refused" | "mail_stopped" | "mail_partly_refused" | "token_expired" | "renewal_interrupted" | "app_removed" | "app_refused" | "no_permission" | "list_deleted" | "quota" | "schema_changed" | "key_field_missing" | "nothing_chosen" | "service_error" | "slow_down" | "in_line" | "accepted" | "overtaken" | "lead_incomplete" | "disconnected" | "destination_disabled" | "destination_removed" | "switched_off" | "taken_back" | "lead_missing" | "internal") | null;
                        failing_since: string | null;
                        /** @description Until then messages are also signed with the previous secret. */
                        previous_secret_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** @description Signs every message (Standard Webhooks). Shown only once. */
                        secret: string;
                    };
                };
            };
        };
    };
    changeEventWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url?: string;
                    events?: ("lead.created" | "lead.updated" | "lead.note_added" | "campaign.status_changed" | "keyword_count.finished" | "delivery.failed")[];
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        url: string;
                        events: ("lead.created" | "lead.updated" | "lead.note_added" | "campaign.status_changed" | "keyword_count.finished" | "delivery.failed")[];
                        /** @enum {string} */
                        status: "ok" | "failing" | "disabled";
                        /** @description Why the latest message failed; null if it didn’t. */
                        cause: ("refused_address" | "dns" | "connect" | "tls" | "timeout" | "too_large" | "redirect" | "gone" | "not_allowed" | "not_found" | "too_many" | "rejected" | "receiver_error" | "mail_not_set_up" | "mail_unreachable" | "mail_timeout" | "mail_deferred" | "mail_refused" | "mail_stopped" | "mail_partly_refused" | "token_expired" | "renewal_interrupted" | "app_removed" | "app_refused" | "no_permission" | "list_deleted" | "quota" | "schema_changed" | "key_field_missing" | "nothing_chosen" | "service_error" | "slow_down" | "in_line" | "accepted" | "overtaken" | "lead_incomplete" | "disconnected" | "destination_disabled" | "destination_removed" | "switched_off" | "taken_back" | "lead_missing" | "internal") | null;
                        failing_since: string | null;
                        /** @description Until then messages are also signed with the previous secret. */
                        previous_secret_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                    };
                };
            };
        };
    };
    removeEventWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                    };
                };
            };
        };
    };
    rotateEventSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        id: string;
                        url: string;
                        events: ("lead.created" | "lead.updated" | "lead.note_added" | "campaign.status_changed" | "keyword_count.finished" | "delivery.failed")[];
                        /** @enum {string} */
                        status: "ok" | "failing" | "disabled";
                        /** @description Why the latest message failed; null if it didn’t. */
                        cause: ("refused_address" | "dns" | "connect" | "tls" | "timeout" | "too_large" | "redirect" | "gone" | "not_allowed" | "not_found" | "too_many" | "rejected" | "receiver_error" | "mail_not_set_up" | "mail_unreachable" | "mail_timeout" | "mail_deferred" | "mail_refused" | "mail_stopped" | "mail_partly_refused" | "token_expired" | "renewal_interrupted" | "app_removed" | "app_refused" | "no_permission" | "list_deleted" | "quota" | "schema_changed" | "key_field_missing" | "nothing_chosen" | "service_error" | "slow_down" | "in_line" | "accepted" | "overtaken" | "lead_incomplete" | "disconnected" | "destination_disabled" | "destination_removed" | "switched_off" | "taken_back" | "lead_missing" | "internal") | null;
                        failing_since: string | null;
                        /** @description Until then messages are also signed with the previous secret. */
                        previous_secret_until: string | null;
                        /** Format: date-time */
                        created_at: string;
                        /** @description Signs every message (Standard Webhooks). Shown only once. */
                        secret: string;
                    };
                };
            };
        };
    };
    testEventWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * Format: uuid
                         * @description Also the webhook-id header.
                         */
                        message_id: string;
                    };
                };
            };
        };
    };
    listEventMessages: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                status?: "waiting" | "delivered" | "dead";
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: uuid
                             * @description Also the webhook-id header; the same for every attempt and replay.
                             */
                            id: string;
                            /** @enum {string} */
                            type: "lead.created" | "lead.updated" | "lead.note_added" | "campaign.status_changed" | "keyword_count.finished" | "delivery.failed" | "webhook.test";
                            data: {
                                [key: string]: unknown;
                            };
                            /** @enum {string} */
                            status: "waiting" | "delivered" | "dead";
                            next_attempt_at: string | null;
                            /** Format: date-time */
                            created_at: string;
                            delivered_at: string | null;
                            /** @description Newest first; at most 20. */
                            attempts: {
                                /** Format: date-time */
                                at: string;
                                /** @enum {string} */
                                outcome: "delivered" | "failed";
                                cause: ("refused_address" | "dns" | "connect" | "tls" | "timeout" | "too_large" | "redirect" | "gone" | "not_allowed" | "not_found" | "too_many" | "rejected" | "receiver_error" | "mail_not_set_up" | "mail_unreachable" | "mail_timeout" | "mail_deferred" | "mail_refused" | "mail_stopped" | "mail_partly_refused" | "token_expired" | "renewal_interrupted" | "app_removed" | "app_refused" | "no_permission" | "list_deleted" | "quota" | "schema_changed" | "key_field_missing" | "nothing_chosen" | "service_error" | "slow_down" | "in_line" | "accepted" | "overtaken" | "lead_incomplete" | "disconnected" | "destination_disabled" | "destination_removed" | "switched_off" | "taken_back" | "lead_missing" | "internal") | null;
                                http_status: number | null;
                                duration_ms: number;
                            }[];
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    replayEventMessages: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies the operation, so that a repeated call has no second effect. */
                "idempotency-key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    message_id?: string;
                    /** Format: date-time */
                    since?: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        count: number;
                    };
                };
            };
        };
    };
    listDeveloperRequests: {
        parameters: {
            query?: {
                limit?: number;
                /** @description The `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
                operation?: string;
                status?: number;
                /** @description `failed` is every status from 400 on. */
                outcome?: "succeeded" | "failed";
                client_id?: string;
                /** @description At or after this time. */
                created_from?: string;
                /** @description Before this time. */
                created_before?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            /**
                             * Format: uuid
                             * @description Its code from the response, if it failed.
                             */
                            request_id: string;
                            /** Format: date-time */
                            created_at: string;
                            /** @description ID of the key; null once it has been deleted. */
                            client_id: string | null;
                            /** @description The operationId in this document. */
                            operation: string;
                            status: number;
                            /** @description Code of the error; null if there was none. */
                            code: string | null;
                            duration_ms: number;
                        }[];
                        /** @description Null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
        };
    };
    readDeveloperUsage: {
        parameters: {
            query?: {
                /** @description First day (UTC); 30 days through the last one if omitted. */
                from?: string;
                /** @description Last day (UTC); today if omitted. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: string;
                        to: string;
                        /** @description Days, operations and statuses with calls, oldest first. */
                        data: {
                            date: string;
                            operation: string;
                            status: number;
                            calls: number;
                        }[];
                        limits: {
                            /**
                             * @description All calls with one key, all calls of a company, and token requests with one key.
                             * @enum {string}
                             */
                            applies_to: "key" | "company" | "token_requests";
                            requests: number;
                            per_seconds: number;
                        }[];
                    };
                };
            };
        };
    };
    issueSsoToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client_id?: string;
                    secret_key?: string;
                    email: string;
                    subdomain: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        token: string;
                        url: string;
                        expires_in: number;
                    };
                };
            };
        };
    };
    listStates: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    listCities: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                state: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            city: string;
                            zips: number;
                        }[];
                    };
                };
            };
        };
    };
    receiveLeadCreated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "lead.created";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        /** Format: uuid */
                        campaign_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description Accepted. Anything else is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveLeadUpdated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "lead.updated";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        status: string;
                        assignee_id: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description Accepted. Anything else is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveLeadNoteAdded: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "lead.note_added";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        /** Format: uuid */
                        note_id: string;
                    };
                };
            };
        };
        responses: {
            /** @description Accepted. Anything else is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCampaignStatusChanged: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "campaign.status_changed";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        from: string;
                        to: string;
                    };
                };
            };
        };
        responses: {
            /** @description Accepted. Anything else is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveKeywordCountFinished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "keyword_count.finished";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        /** Format: uuid */
                        campaign_id: string;
                        /** @enum {string} */
                        status: "done" | "error";
                    };
                };
            };
        };
        responses: {
            /** @description Accepted. Anything else is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveDeliveryFailed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @constant */
                    type: "delivery.failed";
                    /** Format: date-time */
                    timestamp: string;
                    data: {
                        /** Format: uuid */
                        id: string;
                        /** Format: uuid */
                        client_id: string;
                        /** Format: uuid */
                        destination_id: string;
                        cause: ("refused_address" | "dns" | "connect" | "tls" | "timeout" | "too_large" | "redirect" | "gone" | "not_allowed" | "not_found" | "too_many" | "rejected" | "receiver_error" | "mail_not_set_up" | "mail_unreachable" | "mail_timeout" | "mail_deferred" | "mail_refused" | "mail_stopped" | "mail_partly_refused" | "token_expired" | "renewal_interrupted" | "app_removed" | "app_refused" | "no_permission" | "list_deleted" | "quota" | "schema_changed" | "key_field_missing" | "nothing_chosen" | "service_error" | "slow_down" | "in_line" | "accepted" | "overtaken" | "lead_incomplete" | "disconnected" | "destination_disabled" | "destination_removed" | "switched_off" | "taken_back" | "lead_missing" | "internal") | null;
                    };
                };
            };
        };
        responses: {
            /** @description Accepted. Anything else is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

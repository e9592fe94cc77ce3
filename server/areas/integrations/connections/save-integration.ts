import {
  credentialKeys,
  services,
  type CredentialKey,
  type IntegrationDetails,
  type ServiceSlug,
} from '#contract/integrations/services.ts'
import { causeTexts } from '#contract/integrations/causes.ts'
import type { saveIntegration as saveOperation } from '#contract/integrations/connections.ts'
import type { BodyOf } from '#contract/core/operation.ts'
import { dateOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { Platform } from '#server/platform/platform.ts'
import { ServiceFailed, type Credential, type FoundAccount, type Service, type Session } from '../connectors/service.ts'
import { assertOffered, serviceOf } from '../connectors/services.ts'
import { signalDeliveries } from '../deliveries/queue-deliveries.ts'
import { assertCanBeChosen } from './can-be-chosen.ts'
import { switchOff, switchOn } from './change-destination.ts'
import { companyOf, findConnection, sealCredential, type Connection, type Owner } from './connection-row.ts'
import { isSameAccount, replaceAccount } from './former-choices.ts'
import { sessionWith } from './open-session.ts'

type Body = BodyOf<typeof saveOperation>

/** How long a user waits for a service. */
export const patience_ms = 10_000

/** Connects with a pasted credential, changes defaults, or disconnects. Calls the service before storing anything. */
export async function saveIntegration(call: SignedInCall, owner: Owner, body: Body): Promise<void> {
  const { platform } = call
  const kind = body.integration_slug
  assertOffered(platform.config, kind)
  if (body.details) assertCanBeChosen(kind, body.details)
  const credential = credentialIn(body)
  const now_ms = platform.clock.now()
  if (body.enable === false) {
    return call.inScope(async (tx) => {
      const connection = await findConnection(tx, owner, kind)
      if (connection) await disconnect(tx, connection, now_ms)
    })
  }
  if (body.same_account !== undefined && !credential) throw invalid('same_account', 'This goes with a new key only.')
  if (credential) await call.requireRecentProof()
  const account = credential && (await tryCredential(call, owner, kind, credential))
  const connection = account && { ...account, isSame: body.same_account === true }
  await call.inScope(async (tx) => {
    const before = await findConnection(tx, owner, kind)
    if (connection) await connect(tx, platform, owner, kind, connection)
    else if (before?.status !== 'connected') throw missing(kind)
    if (body.details) await saveDetails(tx, owner, kind, body.details, now_ms)
  })
}

/** What users paste to connect; each is required. */
const keysOf = (kind: ServiceSlug): readonly CredentialKey[] => services[kind].fields.map(({ key }) => key)

/** The credential in a request body: all fields that the service needs, or null if none is given. */
function credentialIn(body: Body): Credential | null {
  const keys = keysOf(body.integration_slug)
  const givenKeys = credentialKeys.filter((key) => body[key] !== undefined)
  for (const key of givenKeys) if (!keys.includes(key)) throw invalid(key, 'This service doesn’t use this.')
  if (givenKeys.length === 0) return null
  for (const key of keys) if (body[key] === undefined) throw invalid(key, 'This field is required.')
  return Object.fromEntries(givenKeys.map((key) => [key, body[key]!]))
}

const missing = (kind: ServiceSlug): Failure => {
  const [key] = keysOf(kind)
  return key ? invalid(key, 'This field is required.') : new Failure('conflict', { message: causeTexts.disconnected })
}

/** An account with a working credential. */
export interface Opened extends FoundAccount {
  credential: Credential
  /** Ids in the account, to recognize it under another name (`ownIds`); absent if nothing was connected, or none were read. */
  ids?: ReadonlySet<string>
  /** The user says that it is the account that was connected before, where the service doesn't. */
  isSame?: boolean
}

/** Asks the service which account a credential opens. Throws the error to show to the user. */
async function tryCredential(
  call: SignedInCall,
  owner: Owner,
  kind: ServiceSlug,
  credential: Credential,
): Promise<Opened> {
  const { platform } = call
  const service = serviceOf(kind)
  try {
    const session = sessionWith(platform, service, credential, patience_ms, `${kind} connecting`)
    const match = await service.findAccount(session)
    const connection = { ...match, credential: { ...credential, ...match.credential } }
    const before = await call.inScope((tx) => findConnection(tx, owner, kind))
    if (!isRenamed(before?.account ?? '', connection)) return connection
    const reading = sessionWith(platform, service, connection.credential, session.left_ms(), `${kind} connecting`)
    const ids = await readOwnIds(service, reading)
    return { ...connection, ...(ids && { ids }) }
  } catch (error) {
    if (!(error instanceof ServiceFailed)) throw error
    const field = keysOf(kind)[0]!
    if (error.answer.cause === 'token_expired')
      throw invalid(field, 'The service rejected this. Check that you copied all of it.')
    if (error.answer.cause === 'refused_address') throw invalid(field, causeTexts.refused_address)
    throw serviceFailure(error)
  }
}

const isRenamed = (before: string, { account, formerName }: Opened): boolean =>
  before !== '' && before !== account && before !== formerName

/** Null if the service has no such ids, or doesn't tell: then the account counts as another one. */
async function readOwnIds({ ownIds, ...service }: Service, session: Session): Promise<ReadonlySet<string> | null> {
  if (!ownIds) return null
  try {
    return new Set((await service[ownIds]!(session)).map(({ id }) => id))
  } catch (error) {
    if (error instanceof ServiceFailed) return null
    throw error
  }
}

/** The error shown to the user when a service call failed. */
export const serviceFailure = ({ answer }: ServiceFailed): Failure =>
  new Failure('conflict', { message: causeTexts[answer.cause ?? 'service_error'] })

/** Stores a new credential encrypted, and sends what was missed while disconnected, each delivery once. */
export async function connect(
  tx: Tx,
  platform: Platform,
  owner: Owner,
  kind: ServiceSlug,
  connection: Opened,
): Promise<Connection> {
  const { credential, account, ids = new Set(), isSame = false } = connection
  const now_ms = platform.clock.now()
  const { id, account: before } = await placeOf(tx, owner, kind, now_ms)
  await tx.query(
    `update connection set credential_sealed = $3, account = $4, status = 'connected', cause = null,
       version = version + 1, refreshing_until = null, blocked_until = null, connected_at = $5, updated_at = $5
     where agency_id = $1 and id = $2`,
    [owner.agencyId, id, sealCredential(platform, owner.agencyId, id, credential), account, dateOf(now_ms)],
  )
  if (!isSame && isRenamed(before, connection)) await noteReplacement(tx, owner, { id, kind, ids }, now_ms)
  await resumeDestinations(tx, owner, id, now_ms)
  return (await findConnection(tx, owner, kind))!
}

interface Place {
  id: string
  /** The account that was connected before; empty for none. */
  account: string
}

/** The company's row for a service, created if needed and locked until the end of the transaction. */
async function placeOf(tx: Tx, owner: Owner, kind: ServiceSlug, now_ms: number): Promise<Place> {
  const { rows } = await tx.query<Place>(
    `insert into connection (agency_id, id, root_id, client_id, company_id, kind, status, connected_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, 'disconnected', $7, $7)
     on conflict (agency_id, company_id, kind) where kind <> 'custom' do update set updated_at = excluded.updated_at
     returning id, account`,
    [owner.agencyId, newId(now_ms), owner.rootId, owner.clientId, companyOf(owner), kind, dateOf(now_ms)],
  )
  return rows[0]!
}

interface Replaced {
  id: string
  kind: ServiceSlug
  ids: ReadonlySet<string>
}

/** Leads sent until now are in another account, which take-backs no longer reach, unless its ids show that it is the same. */
async function noteReplacement(
  tx: Tx,
  { agencyId }: Owner,
  { id, kind, ids }: Replaced,
  now_ms: number,
): Promise<void> {
  const { rows } = await tx.query<{ id: string; details: IntegrationDetails; state: Record<string, unknown> }>(
    `select id, details, state from destination where agency_id = $1 and connection_id = $2 order by id for update`,
    [agencyId, id],
  )
  const { ownIds } = serviceOf(kind)
  const lostDestinations = rows.filter(({ details, state }) => !ownIds || !isSameAccount(details, state, ownIds, ids))
  await tx.query('update destination set state = state || $3 where agency_id = $1 and id = any($2::uuid[])', [
    agencyId,
    lostDestinations.map((one) => one.id),
    JSON.stringify(replaceAccount(now_ms)),
  ])
}

interface DestinationRow {
  id: string
  client_id: string
}

/** Turns on destinations paused because of the account, not by hand. Missed deliveries keep their ids. */
export async function resumeDestinations(tx: Tx, owner: Owner, connectionId: string, now_ms: number): Promise<void> {
  const { rows } = await tx.query<DestinationRow>(
    `select id, client_id from destination
     where agency_id = $1 and connection_id = $2 and removed_at is null
       and (status = 'failing' or (status = 'disabled' and last_error_code <> 'switched_off'))
     order by id for update`,
    [owner.agencyId, connectionId],
  )
  for (const row of rows) await switchOn(tx, owner, row, now_ms)
  if (rows.length > 0) await signalDeliveries(tx, owner, [...new Set(rows.map(({ client_id }) => client_id))])
}

/** Deletes the credential. Its campaigns' leads are kept and sent after a reconnect. */
export async function disconnect(tx: Tx, connection: Connection, now_ms: number): Promise<void> {
  const { agencyId, id } = connection
  await tx.query(
    `update connection set status = 'disconnected', cause = null, credential_sealed = null, version = version + 1,
       refreshing_until = null, updated_at = $3
     where agency_id = $1 and id = $2`,
    [agencyId, id, dateOf(now_ms)],
  )
  const { rows } = await tx.query<DestinationRow>(
    `select id, client_id from destination
     where agency_id = $1 and connection_id = $2 and removed_at is null and status <> 'disabled' order by id for update`,
    [agencyId, id],
  )
  for (const row of rows) await switchOff(tx, connection, row, now_ms, 'disconnected')
  if (rows.length > 0) await signalDeliveries(tx, connection, [...new Set(rows.map(({ client_id }) => client_id))])
}

const saveDetails = (tx: Tx, owner: Owner, kind: ServiceSlug, details: object, now_ms: number): Promise<unknown> =>
  tx.query(
    'update connection set details = $4, updated_at = $5 where agency_id = $1 and company_id = $2 and kind = $3',
    [owner.agencyId, companyOf(owner), kind, JSON.stringify(details), dateOf(now_ms)],
  )

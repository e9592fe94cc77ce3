import { register, confirmRegistration } from '#contract/people/registration.ts'
import type { CampaignPath } from '#server/areas/integrations/deliveries/book.ts'
import type { Account } from '#server/areas/sign-in/find-account.ts'
import type { Receiver } from '#server/areas/mails/queue-mail.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import { inScope } from '#server/platform/database/scope.ts'
import type { Tx } from '#server/platform/database/tx.ts'
import { makeCampaign, makeClient, testPassword, type TestClient, type TestUser } from '#server/test/factories.ts'
import { insertLeads } from '#server/test/lead-rows.ts'
import { runJobs } from '#server/test/run-jobs.ts'
import type { NameServer } from '#server/test/name-server.ts'
import type { TestWorld } from '#server/test/world.ts'

/** Where the operator admits everybody: the worst place to be for a client who may not learn of it. */
export const operatorHost = 'localhost'

/** An agency that registered itself, with a client, its campaign and two leads. */
export interface MailStage extends TestWorld {
  names: NameServer
  now(): number
  /** Lets time pass. */
  pass(ms: number): void
  /** The sender that a reader sees. */
  sender: string
  /** Addresses, or parts of them, of people of the agency and its client. */
  people(): string[]
  owner: TestUser
  client: TestClient
  path: CampaignPath
  leadIds: string[]
  /** Two more leads, now. */
  addLeads(): Promise<unknown>
  /** Runs in the operator's scope, as jobs do. */
  inRoot<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The agency's client, as the recipient of a mail about their account. */
  receiver: Receiver
  account: Account
  /** The client's call, on the operator's host. */
  call: SignedInCall
}

/** Registers an agency on the operator's host; without a subdomain the program proposes one. */
async function registerAgency({ http, db, mailbox, tree }: TestWorld, name: string, subdomain?: string) {
  const email = `owner@${name.toLowerCase().replaceAll(' ', '-')}.test`
  const body = { companyname: name, name: 'Nora North', email, phonenum: '(201) 555-0123', password: testPassword }
  const visitor = http.anonymous(operatorHost)
  await visitor.call(register, { body: { ...body, userType: 'userdownline', ...(subdomain && { subdomain }) } })
  await runJobs(db, http.platform)
  const token = /confirm-registration\/([\w-]{43})/.exec(mailbox.messages()[0]!.text)![1]!
  const { status } = await visitor.call(confirmRegistration, { body: { token, password: testPassword } })
  if (status !== 200) throw new Error(`${name} could not register`)
  const { rows } = await db.adminPool.query<{ id: string; companyId: string; host: string }>(
    `select u.id, u.company_id as "companyId", host.host from app_user u join host on host.company_id = u.company_id
      where u.email = $1`,
    [email],
  )
  const { id, companyId, host } = rows[0]!
  const place = { rootId: tree.root.id, agencyId: companyId, companyId, host }
  return { ...place, id, email, kind: 'agencyOwner' as const, clientId: null }
}

export async function openMailStage(
  world: TestWorld,
  more: Pick<MailStage, 'names' | 'pass'>,
  name: string,
  subdomain?: string,
): Promise<MailStage> {
  const { db, http, tree } = world
  const { platform } = http
  const owner = await registerAgency(world, name, subdomain)
  const { rootId, agencyId } = owner
  const client = await makeClient(db, owner, `${name} Client`)
  const campaign = await makeCampaign(db, client, { name: 'Visitors' })
  const agency = { id: agencyId, name, host: owner.host, owner, admin: owner, bareAdmin: owner, clients: [client] }
  const addLeads = () =>
    insertLeads(
      db,
      agency,
      [0, 1].map(() => ({ client, campaign, at_ms: platform.clock.now() })),
    )
  const leads = await addLeads()
  const user = { userId: client.user.id, kind: 'client' as const, rootId, agencyId, companyId: client.id }
  const receiver = { rootId, agencyId, email: client.user.email, language: 'en' as const }
  return {
    ...world,
    ...more,
    sender: `${name} <no-reply@${owner.host}>`,
    people: () => [owner.email, client.user.email, tree.acme.clients[0]!.user.email],
    now: () => platform.clock.now(),
    owner,
    client,
    path: { rootId, agencyId, clientId: client.id, campaignId: campaign.id },
    addLeads,
    leadIds: leads.map(({ id }) => id),
    inRoot: (work) => inScope(platform.appPool, { kind: 'root', rootId: tree.root.id }, work),
    receiver,
    account: { ...user, ...receiver, fullName: 'Cara Client', companyName: client.name, factorDemanded: false },
    call: {
      platform,
      host: operatorHost,
      address: '203.0.113.7',
      language: 'en',
      requestId: '',
      object: null,
      caller: { ...user, clientId: client.id, sessionId: client.user.id },
    } as unknown as SignedInCall,
  }
}

import type { ObjectKind } from '#contract/core/access.ts'
import type { Operation } from '#contract/core/operation.ts'
import type { z } from 'zod'
import { companyStep, personStep, saveProfile } from '#contract/access/profile.ts'
import { routes } from '#server/routes.ts'
import type { TestApp } from '#server/test/app.ts'
import { testPassword, type TestCampaign, type TestTree, type TestUser } from '#server/test/factories.ts'
import { shapesOf, textsOf, withText, type Path, type Shape } from './fields.ts'

export interface Place {
  http: TestApp
  tree: TestTree
  campaign: TestCampaign
}

/** What a schema does not say of a body that is taken, and who sends it. */
interface Knowledge {
  by?: (tree: TestTree) => TestUser
  /** `count` makes texts that nobody may have twice. */
  body?: (place: Place, count: number) => Record<string, unknown>
}

const someone = (count: number): Record<string, unknown> => ({
  ClientFullName: 'Hana Reyes',
  ClientEmail: `hana${count}@hostile.example`,
  ClientPass: testPassword,
})
const site = 'https://plumbright.example/'

/** By the shape's name. A call that is not here is tried with the least that its schema asks for. */
const known: Readonly<Record<string, Knowledge>> = {
  'createUser administrator': {
    body: ({ tree }, count) => ({ companyID: tree.acme.id, ...someone(count), ClientPass: undefined, ClientRole: 'F' }),
  },
  createUser: {
    body: ({ tree }, count) => ({
      companyID: tree.acme.id,
      userType: 'client',
      ...someone(count),
      ClientCompanyName: `C${count}`,
    }),
  },
  'createUser agency': {
    by: ({ root }) => root.system,
    body: ({ tree }, count) => ({
      companyID: tree.root.id,
      userType: 'userdownline',
      ...someone(count),
      ClientCompanyName: `A${count}`,
      DownlineSubDomain: `hostile${count}`,
    }),
  },
  'updateUser administrator': {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      ClientID: tree.acme.bareAdmin.id,
      ClientFullName: 'Bo',
      ClientRole: 'F',
    }),
  },
  'updateUser downline': {
    body: ({ tree }) => {
      const { id, user } = tree.acme.clients[1]!
      return {
        companyID: id,
        ClientID: user.id,
        userType: 'client',
        ClientFullName: 'Harper',
        ClientEmail: user.email,
        ClientCompanyName: 'Harbor',
      }
    },
  },
  'saveSetting company': {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      contact_email: '',
      zip: '',
      state_code: 'IL',
      country_code: 'US',
      phone: '',
    }),
  },
  'saveSetting modules': {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      local: { name: 'Site ID', url: 'siteid' },
      locator: { name: 'Search ID', url: 'searchid' },
      enhance: { name: 'Enhance ID', url: 'enhanceid' },
      b2b: { name: 'B2B ID', url: 'b2bid' },
    }),
  },
  'saveSetting branding': {
    body: ({ tree }) => ({
      companyID: tree.acme.id,
      brand_color: '#0f766e',
      box_bgcolor: '',
      text_color: '',
      link_color: '',
      template_bgcolor: '',
      sidebar_bgcolor: '',
    }),
  },
  // The host that it has: the pages are opened there.
  updateSubdomain: { body: () => ({ subdomain: 'acme' }) },
  saveCompanyGroup: { body: ({ tree }, count) => ({ companyID: tree.acme.id, companyGroupName: `Group ${count}` }) },
  saveOrganization: {
    body: ({ tree }, count) => ({
      companyID: tree.acme.clients[0]!.id,
      organizationName: `Organization ${count}`,
      campaigns: [{ campaignName: 'Outside' }],
    }),
  },
  saveRole: { body: ({ tree }, count) => ({ companyID: tree.acme.id, roleName: `Role ${count}` }) },
  completeSetup: { body: () => ({ statuscomplete: 'F', answers: { clients: 'few', begin_with: 'visitors' } }) },
  createCampaign: {
    body: ({ tree }) => ({ companyID: tree.acme.clients[0]!.id, urlCode: site, timezone: 'America/Chicago' }),
  },
  updateCampaign: { body: ({ campaign }) => ({ leadspeek_api_id: campaign.id }) },
  updateLocalCampaign: { body: ({ campaign }) => ({ leadspeek_api_id: campaign.id }) },
  createWebhook: { body: ({ campaign }) => ({ leadspeek_api_id: campaign.id, url: 'https://hooks.example/' }) },
  saveUserLog: { body: () => ({ action: 'Looked' }) },
  switchUser: { by: ({ root }) => root.system, body: ({ tree }) => ({ userID: tree.brightside.owner.id }) },
}

/** Whom an operation lets in: the agency's own people first. */
function callerOf({ access }: Operation, { root, acme }: TestTree): TestUser | undefined {
  return [acme.owner, root.system, acme.clients[0]!.user].find(({ kind }) => access[kind])
}

/** The steps of the profile travel as parts of a form, which no schema of a body describes. */
const forms: Readonly<Record<string, { schema: z.ZodType; example: Record<string, unknown> }>> = {
  'saveProfile person': { schema: personStep, example: { step: '1', name: 'Dana', email: 'owner@acme.test' } },
  'saveProfile company': { schema: companyStep, example: { step: '2', company_name: 'Acme' } },
}

async function sendForm(http: TestApp, user: TestUser, body: Record<string, string>): Promise<Answered> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value)
  const sent = new Response(form)
  const raw = await http.as(user).inject({
    method: saveProfile.method,
    url: `/api${saveProfile.path}`,
    headers: { 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return { status: raw.statusCode, body: raw.json() as Answered['body'] }
}

interface Answered {
  status: number
  body: { field?: string | undefined; errors?: { field: string }[] | undefined }
}

/** Every shape of every call that keeps a text. Calls that anybody may make keep nothing before a mail is confirmed. */
export const shapes: readonly Shape[] = [
  ...Object.entries(forms).map(([name, { schema, example }]) => ({
    operation: saveProfile as Operation,
    name,
    example,
    fields: textsOf(schema),
  })),
  ...shapesOfCalls(),
]

function shapesOfCalls(): Shape[] {
  return routes
    .map(({ operation }) => operation)
    .filter(({ method, access, transport }) => method !== 'GET' && !access.anonymous && transport !== 'multipart')
    .flatMap(shapesOf)
    .flatMap((shape) => (shape.name === 'createUser' ? [shape, { ...shape, name: 'createUser agency' }] : [shape]))
    .filter(({ fields }) => fields.length > 0)
}

let count = 0

/** A body of the shape that is taken, as far as is known: with a thing of the agency's own where the call is about one. */
function bodyOf(place: Place, shape: Shape): Record<string, unknown> {
  const { object } = shape.operation
  const things: Partial<Record<ObjectKind, string>> = {
    company: place.tree.acme.id,
    campaign: place.campaign.id,
    user: place.tree.acme.admin.id,
  }
  const thing = object?.in === 'body' && things[object.kind]
  return { ...shape.example, ...(thing && { [object.key]: thing }), ...known[shape.name]?.body?.(place, ++count) }
}

export interface Stored {
  status: number
  /** What is wrong, by the server's words. */
  named: readonly string[]
}

/** Sends a body of a shape with texts in their places. */
export async function send(place: Place, shape: Shape, texts: readonly (readonly [Path, string])[]): Promise<Stored> {
  const { operation } = shape
  const user = known[shape.name]?.by?.(place.tree) ?? callerOf(operation, place.tree)
  if (!user) return { status: 403, named: [] }
  const body = texts.reduce<unknown>((whole, [path, text]) => withText(whole, path, text), bodyOf(place, shape))
  const answer =
    shape.name in forms
      ? await sendForm(place.http, user, body as Record<string, string>)
      : await place.http.as(user).call(operation, { body })
  if (operation.name === 'switchUser') place.http.forget(user)
  const { field, errors = [] } = answer.body
  return { status: answer.status, named: [...(field ? [field] : []), ...errors.map((each) => each.field)] }
}

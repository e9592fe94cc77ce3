import type { ObjectKind } from '#contract/core/access.ts'
import type { Operation } from '#contract/core/operation.ts'
import type { z } from 'zod'
import { companyStep, personStep, saveProfile } from '#contract/people/profile.ts'
import { routes } from '#server/routes.ts'
import type { TestApp } from '#server/test/app.ts'
import type { TestTree, TestUser } from '#server/test/factories.ts'
import { shapesOf, textsOf, withText, type Path, type Shape } from './fields.ts'
import { markText } from './marks.ts'
import { alsoAs, knowledge, type Place } from './known.ts'

/** A user whom the operation allows, preferably one of the agency. */
function callerOf({ access }: Operation, { root, acme }: TestTree): TestUser | undefined {
  return [acme.owner, root.system, acme.clients[0]!.user].find(({ kind }) => access[kind])
}

/** The steps of the profile are sent as multipart forms, which no body schema describes. */
const forms: Readonly<Record<string, { schema: z.ZodType; example: Record<string, unknown> }>> = {
  'saveProfile person': { schema: personStep, example: { step: '1', name: 'Dana', email: 'owner@acme.test' } },
  'saveProfile company': { schema: companyStep, example: { step: '2', company_name: 'Acme' } },
}

async function sendForm(http: TestApp, user: TestUser, body: Record<string, string>): Promise<Answered> {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) form.append(name, value)
  const multipart = new Response(form)
  const raw = await http.as(user).inject({
    method: saveProfile.method,
    url: `/api${saveProfile.path}`,
    headers: { 'content-type': multipart.headers.get('content-type')! },
    payload: Buffer.from(await multipart.arrayBuffer()),
  })
  return { status: raw.statusCode, body: raw.json() as Answered['body'] }
}

interface Answered {
  status: number
  body: { field?: string | undefined; errors?: { field: string }[] | undefined }
}

/** Every shape of every operation that stores text. Public operations store nothing before an email is confirmed. */
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
    .flatMap((shape) => (shape.name in alsoAs ? [shape, { ...shape, name: alsoAs[shape.name]! }] : [shape]))
    .filter(({ fields }) => fields.length > 0)
}

let count = 0

/** A body that should be valid, with one of the agency's own objects if the operation needs one. */
async function bodyOf(place: Place, shape: Shape): Promise<Record<string, unknown>> {
  const { object } = shape.operation
  const things: Partial<Record<ObjectKind, string>> = {
    company: place.tree.acme.id,
    campaign: place.campaign.id,
    user: place.tree.acme.admin.id,
  }
  const thing = object?.in === 'body' && things[object.kind]
  return {
    ...shape.example,
    ...(thing && { [object.key]: thing }),
    ...(await knowledge[shape.name]?.body?.(place, ++count)),
  }
}

export interface Stored {
  status: number
  /** The fields that the server's error names. */
  fields: readonly string[]
}

/** Sends a body of a shape with texts inserted at their paths. */
export async function send(place: Place, shape: Shape, texts: readonly (readonly [Path, string])[]): Promise<Stored> {
  const { operation } = shape
  const { by, before, params } = knowledge[shape.name] ?? {}
  const user = by?.(place.tree) ?? callerOf(operation, place.tree)
  if (!user) return { status: 403, fields: [] }
  await before?.(place)
  const start: unknown = await bodyOf(place, shape)
  const body = texts.reduce((draft, [path, text]) => withText(draft, path, text), start)
  const ask = (): Promise<Answered> =>
    shape.name in forms
      ? sendForm(place.http, user, body as Record<string, string>)
      : place.http.as(user).call(operation, { body, params: params?.(place) })
  let answer = await ask()
  // Sending all of them takes longer than a token lives.
  if (answer.status === 401) {
    place.http.forget(user)
    answer = await ask()
  }
  if (operation.name === 'switchUser') place.http.forget(user)
  const { field, errors = [] } = answer.body
  return { status: answer.status, fields: [...(field ? [field] : []), ...errors.map((each) => each.field)] }
}

/** Stores a text with a mark in one field of a shape. Returns the answer's status. */
export async function sendMarked(place: Place, name: string, field: string, text: string): Promise<number> {
  const shape = shapes.find((one) => one.name === name)!
  return (await send(place, shape, [[[field], markText(text, name, [field])]])).status
}

import { partitionOf, type StripeBooks, type StripeObject } from './stripe-books.ts'

/** A request's account, id and parameters: `wish` is the body as parsed by the operation's schema. */
interface Ask {
  account: string
  id: string
  wish: Record<string, unknown>
}

/** An error in Stripe's own format. */
export class StripeError extends Error {
  readonly status: number
  readonly body: Record<string, unknown>
  constructor(status: number, error: { type?: string; code?: string; [field: string]: unknown }) {
    super(error.code ?? error.type ?? '')
    this.status = status
    this.body = { error: { message: 'The stand-in says no.', ...error } }
  }
}

export const invalid = (code: string, param: string, status = 400): StripeError =>
  new StripeError(status, { type: 'invalid_request_error', code, param })
export const missing = (param: string): StripeError => invalid('resource_missing', param, 404)

export function find(books: StripeBooks, account: string, kind: string, id: unknown, param = 'id'): StripeObject {
  const object = partitionOf(books, account).objects.get(String(id))
  if (object?.object !== kind) throw missing(param)
  return object
}

export type Answer = (books: StripeBooks, ask: Ask) => { object: string; [field: string]: unknown }

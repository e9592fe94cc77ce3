import { authenticate, redeemTicket } from './areas/access/public.ts'
import { routes as access } from './areas/access/routes.ts'
import { routes as branding } from './areas/branding/routes.ts'
import { findObject } from './find-object.ts'
import type { Route, Wall } from './platform/http/call.ts'

/** Every call of the product, one line for each area. */
export const routes: Route[] = [...access, ...branding]

/** What the HTTP layer asks of the areas before a call reaches its use case. */
export const wall: Wall = { authenticate, redeemTicket, findObject }

import { checkCustomDomain, readCustomDomain, updateCustomDomain } from '#contract/branding/custom-domain.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import { handleCheckCustomDomain, handleReadCustomDomain, handleUpdateCustomDomain } from './update-custom-domain.ts'

export const routes: Route[] = [
  bind(readCustomDomain, handleReadCustomDomain),
  bind(updateCustomDomain, handleUpdateCustomDomain),
  bind(checkCustomDomain, handleCheckCustomDomain),
]

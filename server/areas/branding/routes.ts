import { readDomain } from '#contract/branding/domain.ts'
import { bindOpen, type Route } from '#server/platform/http/call.ts'
import { handleReadDomain } from './read-brand.ts'

export const routes: Route[] = [bindOpen(readDomain, handleReadDomain)]

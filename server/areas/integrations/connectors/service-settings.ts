import { z } from 'zod'
import { serviceSlugs, type ServiceSlug } from '#contract/integrations/services.ts'
import type { ServiceSettings } from '#server/platform/config.ts'

const load = async (slug: ServiceSlug): Promise<z.ZodRawShape> =>
  ((await import(`./${slug}/settings.ts`)) as { settings: z.ZodRawShape }).settings

/**
 * The environment variables of all services, each from its folder: real URLs by default, which tests and the demo
 * replace with stand-ins.
 */
export const serviceSettings = z.object(
  Object.assign({}, ...(await Promise.all(serviceSlugs.map(load)))) as z.ZodRawShape,
) as unknown as z.ZodType<ServiceSettings>

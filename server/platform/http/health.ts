import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { expositionType, isFromHere, mayReadMetrics, type Exposition } from './exposition.ts'
import type { Ask } from './readiness.ts'

/** What a process says of itself to those who watch it. */
export interface Health {
  exposition: Exposition
  problems: Ask
}

interface HealthOptions extends Health {
  config: Config
  /** Whether a host is served; absent in processes that do not know. */
  isServed?: (host: string) => Promise<boolean>
}

interface ReadyAnswer {
  status: number
  headers: Record<string, string>
  text: string
}

/** The answer about readiness: what is missing, one line each. */
export async function answerReady(problems: Ask): Promise<ReadyAnswer> {
  const list = await problems()
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }
  if (list.length === 0) return { status: 200, headers, text: 'ready\n' }
  return { status: 503, headers: { ...headers, 'retry-after': '2' }, text: `${list.join('\n')}\n` }
}

export function mountHealth(app: FastifyInstance, { config, exposition, problems, isServed }: HealthOptions): void {
  app.get('/healthz', async (_request, reply) => reply.type('text/plain').send('ok\n'))
  app.get('/readyz', async (_request, reply) => {
    const { status, headers, text } = await answerReady(problems)
    return reply.status(status).headers(headers).send(text)
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request.raw, config)) throw new Failure('not_found')
    return reply.type(expositionType).send(await exposition.text())
  })
  if (isServed) mountPermission(app, isServed)
}

/**
 * A proxy on this machine asks before it requests a certificate for a name: otherwise anybody who points names here
 * could use up our quota at the certificate authority. Other callers would learn whose domains are served.
 */
function mountPermission(app: FastifyInstance, isServed: NonNullable<HealthOptions['isServed']>): void {
  app.get('/domains/allowed', async (request, reply) => {
    const { domain } = request.query as { domain?: unknown }
    const isName = typeof domain === 'string' && /^[a-z0-9.-]{1,254}$/i.test(domain)
    if (!isFromHere(request.raw) || !isName || !(await isServed(domain.toLowerCase().replace(/\.$/, ''))))
      throw new Failure('not_found')
    return reply.header('cache-control', 'no-store').type('text/plain').send('allowed\n')
  })
}

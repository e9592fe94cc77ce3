import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { serviceSettings } from './areas/integrations/connectors/service-settings.ts'
import { environment } from './platform/config.ts'

export const settingsPath = fileURLToPath(new URL('../docs/settings.md', import.meta.url))

const head = `# Settings

Every setting of the program is an environment variable. A start reports all problems with them in one list and ends;
[decision 32](decisions/0032-what-a-production-start-requires.md) says what production asks for. This page is made from the
configuration’s own schema by \`npm run settings\`.
`

/** A variable as JSON Schema describes what may be passed. */
type Setting = { description?: string; default?: unknown; enum?: unknown[] }

/** A setting's line: its name, its choices and default if it has some, and what it means. */
function lineOf([name, { description, default: usual, enum: choices }]: [string, Setting]): string {
  const values = choices && `one of ${choices.map((one) => `\`${String(one)}\``).join(', ')}`
  const otherwise = usual === undefined || usual === '' ? undefined : `by default \`${String(usual)}\``
  const facts = [values, otherwise].filter(Boolean).join(', ')
  return `- **\`${name}\`**${facts && ` (${facts})`}${description ? `: ${description}` : ''}`
}

/** Lines of a schema's settings. URLs of services without a description, which only tests and the demo set, follow. */
function linesOf(schema: z.ZodType): { settings: string[]; addresses: string[] } {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Setting>
  }
  const all = Object.entries(properties)
  const isBare = ([, { description }]: [string, Setting]): boolean => description === undefined
  return { settings: all.filter((one) => !isBare(one)).map(lineOf), addresses: all.filter(isBare).map(lineOf) }
}

/** The text of `docs/settings.md`. */
export function settingsPage(): string {
  const program = linesOf(environment)
  const services = linesOf(serviceSettings)
  return [
    head,
    ...program.settings,
    '\n## Services that leads can be sent to\n',
    ...services.settings,
    '\n## Addresses of outside services\n',
    'Only a stand-in or a changed service needs another one.\n',
    ...program.addresses,
    ...services.addresses,
    '',
  ].join('\n')
}

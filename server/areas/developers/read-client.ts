import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { readDeveloperClient } from '#contract/developers/credentials.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { projectRoot } from '#server/platform/project-root.ts'

/** The same for every host, because the user of the client supplies the base URL. `npm run client` writes it. */
export const clientFile = join(projectRoot, 'client/api-client.ts')

export const handleReadDeveloperClient: OpenHandler<typeof readDeveloperClient> = async () => ({
  fileName: 'api-client.ts',
  contentType: 'text/plain; charset=utf-8',
  stream: createReadStream(clientFile),
})

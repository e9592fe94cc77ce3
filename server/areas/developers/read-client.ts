import { Readable } from 'node:stream'
import type { readDeveloperClient } from '#contract/developers/credentials.ts'
import type { OpenHandler } from '#server/platform/http/route.ts'
import { describeDeveloperApi } from './describe-api.ts'
import { writeClient } from './documents/write-client.ts'

let client: string | undefined
/** The same for every host, so it is written once: the user of the client supplies the base URL. */
const writtenClient = (): string => (client ??= writeClient(describeDeveloperApi('', '')))

export const handleReadDeveloperClient: OpenHandler<typeof readDeveloperClient> = async () => ({
  fileName: 'api-client.ts',
  contentType: 'text/plain; charset=utf-8',
  stream: Readable.from([writtenClient()]),
})

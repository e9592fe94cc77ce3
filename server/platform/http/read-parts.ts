import type { FastifyRequest } from 'fastify'
import { sentences } from '#contract/core/sentences.ts'
import { invalid } from '../failure.ts'
import type { HttpCall } from './route.ts'

/** The parts of a multipart body, one after another. A file must be read to its end before the next part. */
export const partsOf = (request: FastifyRequest): NonNullable<HttpCall['parts']> =>
  async function* parts() {
    const iterator = request.parts()[Symbol.asyncIterator]()
    for (;;) {
      const { value: part, done } = await iterator.next().catch(blameCaller)
      if (done) return
      if (/[\0\p{Cc}]/u.test(part.fieldname)) throw invalid('body', sentences.badFieldName)
      if (part.type === 'file') {
        if (part.file.errored) blameCaller(part.file.errored)
        part.file.once('error', markCaller)
        yield { field: part.fieldname, fileName: part.filename, stream: part.file }
      } else yield { field: part.fieldname, value: String(part.value) }
    }
  }

/** The parser reports only by message that a body was truncated or has no parts: that is the caller's fault. */
const markCaller = (error: Error): Error =>
  'statusCode' in error || 'syscall' in error ? error : Object.assign(error, { statusCode: 400 })

const blameCaller = (error: Error): never => {
  throw markCaller(error)
}

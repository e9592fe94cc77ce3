import type { FastifyRequest } from 'fastify'
import { invalid } from '../failure.ts'
import type { Call } from './call.ts'

/** The parts of a multipart body one after another. A file must be read to its end before the next part comes. */
export const partsOf = (request: FastifyRequest): NonNullable<Call['parts']> =>
  async function* parts() {
    for await (const part of request.parts()) {
      if (/[\0\p{Cc}]/u.test(part.fieldname)) throw invalid('body', 'has a field with an impossible name')
      if (part.type === 'file') yield { field: part.fieldname, fileName: part.filename, stream: part.file }
      else yield { field: part.fieldname, value: String(part.value) }
    }
  }

import type { Readable } from 'node:stream'
import {
  isOfCompanies,
  isOfPeople,
  isOfSignals,
  previewRows,
  type activateImport,
  type checkImport,
  type listImports,
  type previewImport,
  type readImport as readImportCall,
  type uploadImport,
  type ImportMapping,
} from '#contract/identity/imports.ts'
import type { Delimiter } from '#contract/core/csv-dialect.ts'
import { toPage } from '#contract/core/page.ts'
import type { Encoding } from '#contract/core/text-encoding.ts'
import { dateOf } from '#server/platform/clock.ts'
import { Failure, invalid } from '#server/platform/failure.ts'
import { createFiles } from '#server/platform/files.ts'
import type { SignedInCall } from '#server/platform/call.ts'
import type { SignedInHttpCall } from '#server/platform/http/route.ts'
import type { Handler } from '#server/platform/http/route.ts'
import { newId } from '#server/platform/ids.ts'
import { addJob } from '#server/platform/jobs.ts'
import { DecodeUpload } from '#server/platform/csv-reading/decode-upload.ts'
import { safeFileName } from '#server/platform/uploads.ts'
import { moveImport, presentImport, readImport, readImports } from './import-store.ts'
import { proposeMapping } from './propose-mapping.ts'
import { lineLimit_bytes, readFirstRows, readHead } from './read-records.ts'
import { fileRemovedText, importFilePrefix } from './remove-import-files.ts'

export const handleListImports: Handler<typeof listImports> = ({ query }, call) =>
  call.inScope(async (tx) => {
    const { rows, total } = await readImports(tx, call.caller.rootId, query.page, query.perPage)
    return toPage(rows.map(presentImport), query.page, query.perPage, total)
  })

export const handleReadImport: Handler<typeof readImportCall> = ({ params }, call) =>
  call.inScope(async (tx) => ({ result: 'success' as const, data: presentImport(await readImport(tx, params.id)) }))

export const handlePreviewImport: Handler<typeof previewImport> = async ({ params }, call) => {
  const source = await call.inScope((tx) => readImport(tx, params.id))
  const files = createFiles(call.platform.config)
  if (source.file_removed_at || (await files.sizeOf(source.file_key)) === null)
    throw new Failure('conflict', { message: fileRemovedText })
  const data = await readFirstRows(files.open(source.file_key), previewRows)
  return { result: 'success' as const, data }
}

export const handleUploadImport: Handler<typeof uploadImport> = async (_input, call) => {
  const id = newId(call.platform.clock.now())
  const key = `${importFilePrefix}${id}`
  const file = await receiveFile(call, key)
  try {
    return await saveImport(call, { id, key, ...file })
  } catch (error) {
    await createFiles(call.platform.config).remove(key)
    throw error
  }
}

interface Received {
  fileName: string
  columns: string[]
  delimiter: Delimiter
  encoding: Encoding
}

const saveImport = (
  call: SignedInCall,
  { id, key, fileName, columns, delimiter, encoding }: Received & { id: string; key: string },
) =>
  call.inScope(async (tx) => {
    await tx.query(
      `insert into identity_import (id, root_id, file_name, status, columns, mapping, file_key, created_by, created_at,
              delimiter, encoding)
       values ($1, $2, $3, 'uploaded', $4, $5, $6, $7, $8, $9, $10)`,
      [
        id,
        call.caller.rootId,
        fileName,
        JSON.stringify(columns),
        JSON.stringify(await proposeMapping(tx, call.caller.rootId, columns)),
        key,
        call.caller.userId,
        dateOf(call.platform.clock.now()),
        delimiter,
        encoding,
      ],
    )
    const data = presentImport(await readImport(tx, id))
    return { result: 'success' as const, message: 'Data has been added successfully', data }
  })

/** Stores the request's only file if it looks like a CSV, and reads its columns. Otherwise nothing is kept. */
async function receiveFile(call: SignedInHttpCall, key: string): Promise<Received> {
  const files = createFiles(call.platform.config)
  for await (const part of call.parts!()) {
    if (!('stream' in part) || part.field !== 'file') throw invalid(part.field, 'The upload has one field: file.')
    if (!/\.csv$/i.test(part.fileName)) {
      part.stream.resume()
      throw invalid('file', 'Invalid file format. This upload only supports CSV files.')
    }
    const encoding = await storeDecoded(files, key, part.stream)
    try {
      const { columns, delimiter } = await readHead(files.open(key))
      return { fileName: safeFileName(part.fileName), columns, delimiter, encoding }
    } catch (error) {
      await files.remove(key)
      throw error
    }
  }
  throw invalid('file', 'Choose a CSV file.')
}

/** Stores a file in UTF-8 and returns the encoding that it came in. */
async function storeDecoded(files: ReturnType<typeof createFiles>, key: string, stream: Readable): Promise<Encoding> {
  const decoder = new DecodeUpload({ field: 'file', line_bytes: lineLimit_bytes })
  stream.on('error', (error) => decoder.destroy(error))
  stream.pipe(decoder)
  try {
    await files.store(key, decoder)
    return decoder.encoding
  } catch (error) {
    stream.resume()
    throw error
  }
}

export const handleCheckImport: Handler<typeof checkImport> = ({ params, body }, call) =>
  call.inScope(async (tx) => {
    const source = await readImport(tx, params.id)
    if (source.file_removed_at) throw new Failure('conflict', { message: fileRemovedText })
    checkMapping(body.mapping, source.columns)
    await moveImport(tx, params.id, ['uploaded', 'checked', 'failed'], 'checking', body.mapping)
    await addJob(tx, 'check-import', { rootId: call.caller.rootId, importId: params.id })
    const data = presentImport(await readImport(tx, params.id))
    return { result: 'success' as const, message: 'Your file is being checked.', data }
  })

function checkMapping(mapping: ImportMapping, columns: readonly string[]): void {
  const isCompanies = isOfCompanies(mapping)
  if (isCompanies && !mapping['company.company_domain'])
    throw invalid('mapping.company.company_domain', 'Choose a column with the company’s domain.')
  const foreignField = Object.keys(mapping).find((field) => !field.startsWith('company.'))
  if (isCompanies && foreignField)
    throw invalid(`mapping.${foreignField}`, 'A file of companies can’t contain data about people.')
  if (!isCompanies && !mapping.email && !mapping.md5 && !mapping.sha1 && !mapping.sha256)
    throw invalid('mapping.email', 'Choose a column with the email address or a hash of it.')
  if (isOfSignals(mapping) && !mapping.signal_at)
    throw invalid('mapping.signal_at', 'Choose a column with the time of the search.')
  for (const [field, column] of Object.entries(mapping))
    if (column === undefined || !columns.includes(column))
      throw invalid(`mapping.${field}`, 'The file has no such column.')
}

export const handleActivateImport: Handler<typeof activateImport> = ({ params }, call) =>
  call.inScope(async (tx) => {
    const source = await readImport(tx, params.id)
    const confirmations = isOfPeople(source.mapping) ? source.rows_same : 0
    if (source.status === 'checked' && source.rows_new + source.rows_changed + confirmations === 0)
      throw new Failure('conflict', { message: 'The file holds nothing that is new or changed.' })
    await moveImport(tx, params.id, ['checked'], 'activating')
    await addJob(tx, 'activate-import', { rootId: call.caller.rootId, importId: params.id })
    const data = presentImport(await readImport(tx, params.id))
    return { result: 'success' as const, message: 'The import is being activated.', data }
  })

import { activateImport, checkImport, readImport, type ImportRow } from '#contract/identity/imports.ts'
import { jobs } from '../jobs.ts'
import type { TestApp } from './app.ts'
import type { TestUser } from './factories.ts'

/** Uploads a file as a browser's form would. */
export function uploadImportFile(app: TestApp, who: TestUser, content: Buffer | string, name = 'persons.csv') {
  const boundary = 'leadloom-test'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return app.as(who).inject({
    method: 'POST',
    url: '/api/identity/import',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload,
  })
}

/** Runs the dry run or the activation of an import, as a worker does. */
export const runImportJob = (
  app: TestApp,
  name: 'check-import' | 'activate-import',
  { rootId }: TestUser,
  importId: string,
): Promise<void> => jobs.find((job) => job.name === name)!.run(app.platform, { rootId, importId })

/** The operator's steps with a file: upload, dry run with the proposed mapping, activation. Each returns the import. */
export function createImportStage(app: TestApp, operator: TestUser) {
  const readRow = async (id: string): Promise<ImportRow> =>
    (await app.as(operator).call(readImport, { params: { id } })).body.data
  const upload = async (content: Buffer | string): Promise<ImportRow> =>
    ((await uploadImportFile(app, operator, content)).json() as { data: ImportRow }).data
  const checkFile = async (content: string): Promise<ImportRow> => {
    const { id, mapping } = await upload(content)
    const { status } = await app.as(operator).call(checkImport, { params: { id }, body: { mapping } })
    if (status !== 200) throw new Error(`the dry run was rejected: ${status}`)
    await runImportJob(app, 'check-import', operator, id)
    return readRow(id)
  }
  const activateFile = async (content: string): Promise<ImportRow> => {
    const { id } = await checkFile(content)
    const { status } = await app.as(operator).call(activateImport, { params: { id }, body: {} })
    if (status !== 200) throw new Error(`the activation was rejected: ${status}`)
    await runImportJob(app, 'activate-import', operator, id)
    return readRow(id)
  }
  return { read: readRow, upload, checked: checkFile, activated: activateFile }
}

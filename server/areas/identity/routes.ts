import { activateImport, checkImport, listImports, readImport, uploadImport } from '#contract/identity/imports.ts'
import { bind, type Route } from '#server/platform/http/call.ts'
import {
  handleActivateImport,
  handleCheckImport,
  handleListImports,
  handleReadImport,
  handleUploadImport,
} from './import/handle-imports.ts'

export const routes: Route[] = [
  bind(listImports, handleListImports),
  bind(uploadImport, handleUploadImport),
  bind(readImport, handleReadImport),
  bind(checkImport, handleCheckImport),
  bind(activateImport, handleActivateImport),
]

import {
  listAdvanceInformation,
  listB2bInformation,
  listEnhanceLocations,
  listInformationTypes,
} from '#contract/identity/advance-information.ts'
import { listCompanyRanges, moveCompanyRange, removeCompanyRange } from '#contract/identity/company-ranges.ts'
import {
  activateImport,
  checkImport,
  listImports,
  previewImport,
  readImport,
  uploadImport,
} from '#contract/identity/imports.ts'
import { bind, type Route } from '#server/platform/http/route.ts'
import {
  handleListB2bInformation,
  handleListInformation,
  handleListInformationTypes,
  handleListLocations,
} from './advance-information.ts'
import {
  handleListCompanyRanges,
  handleMoveCompanyRange,
  handleRemoveCompanyRange,
} from './employers/company-ranges.ts'
import {
  handleActivateImport,
  handleCheckImport,
  handleListImports,
  handlePreviewImport,
  handleReadImport,
  handleUploadImport,
} from './import/handle-imports.ts'

export const routes: Route[] = [
  bind(listImports, handleListImports),
  bind(uploadImport, handleUploadImport),
  bind(readImport, handleReadImport),
  bind(previewImport, handlePreviewImport),
  bind(checkImport, handleCheckImport),
  bind(activateImport, handleActivateImport),
  bind(listCompanyRanges, handleListCompanyRanges),
  bind(moveCompanyRange, handleMoveCompanyRange),
  bind(removeCompanyRange, handleRemoveCompanyRange),
  bind(listAdvanceInformation, handleListInformation),
  bind(listB2bInformation, handleListB2bInformation),
  bind(listInformationTypes, handleListInformationTypes),
  bind(listEnhanceLocations, handleListLocations),
]

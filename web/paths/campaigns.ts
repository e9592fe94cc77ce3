import type { ModulePlace } from '../session/module.ts'

/** URLs of the campaign pages below a module's own. */
export const listPath = ({ base }: ModulePlace): string => `${base}/campaign-management`
export const newPath = (module: ModulePlace): string => `${listPath(module)}/new`
export const campaignPath = (module: ModulePlace, id: string): string => `${listPath(module)}/${id}`
export const exclusionsPath = (module: ModulePlace, id: string): string => `${campaignPath(module, id)}/exclusions`
export const countsPath = (module: ModulePlace, id: string): string => `${campaignPath(module, id)}/keyword-counts`
export const editPath = (module: ModulePlace, id: string): string => `${campaignPath(module, id)}/edit`

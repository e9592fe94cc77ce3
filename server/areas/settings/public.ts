export { handleReadSetting } from './read-setting.ts'
export { handleSaveSetting } from './save-setting.ts'

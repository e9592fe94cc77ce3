import { readCaptcha } from '#contract/sign-in/captcha.ts'
import { endUserSessions } from '#contract/sign-in/end-user-sessions.ts'
import { saveLanguage } from '#contract/sign-in/language.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/sign-in/own-sessions.ts'
import { changePassword, forgetPassword, setNewPassword, verifyResetToken } from '#contract/sign-in/password.ts'
import { login, logout, makeDownloadTicket, readKeys, refreshToken } from '#contract/sign-in/session.ts'
import {
  makeRecoveryCodes,
  readAuthenticatorSetup,
  readFactorSettings,
  resendCode,
  saveFactorSettings,
  sendFactorCode,
  verifyLogin,
} from '#contract/sign-in/second-factor.ts'
import { reauthenticate } from '#contract/sign-in/reauthenticate.ts'
import { switchBack, switchUser } from '#contract/sign-in/view-mode.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/route.ts'
import { sealingKeysOf } from '#server/platform/http/sealing-keys.ts'
import { handleReadCaptcha } from './captcha/captcha.ts'
import { handleMakeDownloadTicket } from './download-ticket.ts'
import { handleLogin } from './log-in.ts'
import { handleLogout } from './log-out.ts'
import { handleEndOtherSessions, handleEndSession, handleListSessions } from './own-sessions.ts'
import { handleChangePassword } from './password/change-password.ts'
import { handleForgetPassword } from './password/forget-password.ts'
import { handleSetNewPassword, handleVerifyResetToken } from './password/set-new-password.ts'
import { handleReauthenticate } from './reauthenticate.ts'
import { handleRefreshToken } from './refresh-session.ts'
import { handleEndUserSessions } from './end-user-sessions.ts'
import { handleSaveLanguage } from './save-language.ts'
import { handleReadAuthenticatorSetup, handleReadFactorSettings } from './second-factor/read-settings.ts'
import { handleMakeRecoveryCodes, handleSaveFactorSettings } from './second-factor/save-settings.ts'
import { handleSendFactorCode } from './second-factor/settings-code.ts'
import { handleResendCode, handleVerifyLogin } from './second-factor/verify-login.ts'
import { handleSwitchBack } from './view/switch-back.ts'
import { handleSwitchUser } from './view/switch-user.ts'

export const routes: Route[] = [
  bindOpen(login, handleLogin),
  bindOpen(readCaptcha, handleReadCaptcha),
  bindOpen(refreshToken, handleRefreshToken),
  bind(logout, handleLogout),
  bindOpen(readKeys, async (_input, { platform }) => ({ keys: await sealingKeysOf(platform).current() })),
  bind(makeDownloadTicket, handleMakeDownloadTicket),
  bind(saveLanguage, handleSaveLanguage),
  bindOpen(forgetPassword, handleForgetPassword),
  bindOpen(verifyResetToken, handleVerifyResetToken),
  bindOpen(setNewPassword, handleSetNewPassword),
  bind(reauthenticate, handleReauthenticate),
  bind(changePassword, handleChangePassword),
  bindOpen(verifyLogin, handleVerifyLogin),
  bindOpen(resendCode, handleResendCode),
  bind(readFactorSettings, handleReadFactorSettings),
  bind(saveFactorSettings, handleSaveFactorSettings),
  bind(readAuthenticatorSetup, handleReadAuthenticatorSetup),
  bind(sendFactorCode, handleSendFactorCode),
  bind(makeRecoveryCodes, handleMakeRecoveryCodes),
  bind(listSessions, handleListSessions),
  bind(endSession, handleEndSession),
  bind(endOtherSessions, handleEndOtherSessions),
  bind(endUserSessions, handleEndUserSessions),
  bind(switchUser, handleSwitchUser),
  bindOpen(switchBack, handleSwitchBack),
]

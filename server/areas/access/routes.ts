import { readCaptcha } from '#contract/access/captcha.ts'
import { endUserSessions } from '#contract/access/end-user-sessions.ts'
import { saveLanguage } from '#contract/access/language.ts'
import { finishTour } from '#contract/access/tour.ts'
import { endOtherSessions, endSession, listSessions } from '#contract/access/own-sessions.ts'
import { changePassword, forgetPassword, setNewPassword, verifyResetToken } from '#contract/access/password.ts'
import { login, logout, makeDownloadTicket, readKeys, refreshToken } from '#contract/access/session.ts'
import { resendInvitation } from '#contract/companies/users.ts'
import {
  makeRecoveryCodes,
  readAuthenticatorSetup,
  readFactorSettings,
  resendCode,
  saveFactorSettings,
  sendFactorCode,
  verifyLogin,
} from '#contract/access/second-factor.ts'
import {
  cancelEmailChange,
  completeSetup,
  confirmEmail,
  readOnboarding,
  readPicture,
  saveProfile,
} from '#contract/access/profile.ts'
import { readQuestionnaire } from '#contract/access/questionnaire.ts'
import { reauthenticate } from '#contract/access/reauthenticate.ts'
import { checkReferral, createReferral } from '#contract/access/referral.ts'
import { confirmRegistration, register, verifyRegistration } from '#contract/access/registration.ts'
import { listRoles, removeRole, saveRole } from '#contract/access/roles.ts'
import { readAccess, readMe, readUser } from '#contract/access/user.ts'
import { switchBack, switchUser } from '#contract/access/view-mode.ts'
import { bind, bindOpen, type Route } from '#server/platform/http/call.ts'
import { sealingKeysOf } from '#server/platform/http/sealing-keys.ts'
import { handleReadCaptcha } from './captcha/captcha.ts'
import { handleMakeDownloadTicket } from './download-ticket.ts'
import { handleLogin } from './log-in.ts'
import { handleLogout } from './log-out.ts'
import { handleResendInvitation } from './members/resend-invitation.ts'
import { handleEndOtherSessions, handleEndSession, handleListSessions } from './own-sessions.ts'
import { handleChangePassword } from './password/change-password.ts'
import { handleForgetPassword } from './password/forget-password.ts'
import { handleSetNewPassword, handleVerifyResetToken } from './password/set-new-password.ts'
import { handleCompleteSetup, handleReadOnboarding } from './profile/complete-setup.ts'
import { handleCancelEmailChange, handleConfirmEmail } from './profile/confirm-email.ts'
import { handleReadPicture } from './profile/picture.ts'
import { handleReadQuestionnaire } from './profile/questionnaire.ts'
import { handleSaveProfile } from './profile/save-profile.ts'
import { handleReadAccess } from './read-access.ts'
import { handleReadMe, handleReadUser } from './read-user.ts'
import { handleReauthenticate } from './reauthenticate.ts'
import { handleCheckReferral } from './referral/check-referral.ts'
import { handleCreateReferral } from './referral/create-referral.ts'
import { handleRefreshToken } from './refresh-session.ts'
import { handleConfirmRegistration, handleVerifyRegistration } from './registration/confirm-registration.ts'
import { handleRegister } from './registration/register.ts'
import { handleFinishTour } from './finish-tour.ts'
import { handleEndUserSessions } from './end-user-sessions.ts'
import { handleSaveLanguage } from './save-language.ts'
import { handleListRoles } from './roles/list-roles.ts'
import { handleRemoveRole } from './roles/remove-role.ts'
import { handleSaveRole } from './roles/save-role.ts'
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
  bind(readMe, handleReadMe),
  bind(readUser, handleReadUser),
  bind(saveLanguage, handleSaveLanguage),
  bind(finishTour, handleFinishTour),
  bindOpen(forgetPassword, handleForgetPassword),
  bindOpen(verifyResetToken, handleVerifyResetToken),
  bindOpen(setNewPassword, handleSetNewPassword),
  bind(reauthenticate, handleReauthenticate),
  bind(changePassword, handleChangePassword),
  bindOpen(register, handleRegister),
  bindOpen(verifyRegistration, handleVerifyRegistration),
  bindOpen(confirmRegistration, handleConfirmRegistration),
  bind(saveProfile, handleSaveProfile),
  bind(readOnboarding, handleReadOnboarding),
  bind(completeSetup, handleCompleteSetup),
  bind(readPicture, handleReadPicture),
  bind(readQuestionnaire, handleReadQuestionnaire),
  bindOpen(confirmEmail, handleConfirmEmail),
  bind(cancelEmailChange, handleCancelEmailChange),
  bindOpen(checkReferral, handleCheckReferral),
  bind(createReferral, handleCreateReferral),
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
  bind(readAccess, handleReadAccess),
  bind(switchUser, handleSwitchUser),
  bindOpen(switchBack, handleSwitchBack),
  bind(listRoles, handleListRoles),
  bind(saveRole, handleSaveRole),
  bind(removeRole, handleRemoveRole),
  bind(resendInvitation, handleResendInvitation),
]

/** Dialogs about the own account. */
export const messages: Record<string, string> = {
  'Change Password': 'تغيير كلمة المرور',
  'Current password': 'كلمة المرور الحالية',
  'Enter your current password.': 'أدخل كلمة المرور الحالية.',
  'You stay signed in here; every other device is signed out.': 'ستبقى مسجّل الدخول هنا، وسيُسجَّل خروج كل جهاز آخر.',
}

export const serverTexts: Record<string, string> = {
  '* Sorry, your current password invalid': '* عذرًا، كلمة المرور الحالية غير صحيحة',
  'your password has been updated!': 'تم تحديث كلمة المرور!',
}

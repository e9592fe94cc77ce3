/** Pages for visitors besides the login itself, and what opens inside the login page. */
export const messages: Record<string, string> = {
  'Tell us your e-mail address and we send you a link to set a new one.':
    'أدخل عنوان بريدك الإلكتروني وسنرسل إليك رابطًا لتعيين كلمة مرور جديدة.',
  'Send link': 'إرسال الرابط',
  'Sending…': 'جارٍ الإرسال…',
  'Back to sign in': 'العودة إلى تسجيل الدخول',
  'Something went wrong. Please try again later.': 'حدث خطأ ما. يُرجى المحاولة مرة أخرى لاحقًا.',
  'Set a new password': 'تعيين كلمة مرور جديدة',
  'New password': 'كلمة المرور الجديدة',
  'New password again': 'كلمة المرور الجديدة مرة أخرى',
  'At least 12 characters. A few words together are easy to remember and hard to guess.':
    '12 حرفًا على الأقل. بضع كلمات معًا يسهل تذكّرها ويصعب تخمينها.',
  'Save password': 'حفظ كلمة المرور',
  'Saving…': 'جارٍ الحفظ…',
  'Enter a new password.': 'أدخل كلمة مرور جديدة.',
  'Enter the new password again.': 'أدخل كلمة المرور الجديدة مرة أخرى.',
  'The two passwords differ.': 'كلمتا المرور غير متطابقتين.',
  'This link does not work': 'هذا الرابط لا يعمل',
  'This link is older than 30 minutes. Ask for a new one.': 'مضى على هذا الرابط أكثر من 30 دقيقة. اطلب رابطًا جديدًا.',
  'This link has been used already. If it was not you, ask for a new one at once.':
    'سبق استخدام هذا الرابط. إن لم تكن أنت من استخدمه، فاطلب رابطًا جديدًا فورًا.',
  'A newer link was sent to you. Use that one, or ask for another.': 'أُرسل إليك رابط أحدث. استخدمه أو اطلب رابطًا آخر.',
  'Perhaps it was not copied whole. Open it from the mail again, or ask for a new one.':
    'ربما لم يُنسخ الرابط كاملًا. افتحه من الرسالة مرة أخرى أو اطلب رابطًا جديدًا.',
  'Ask for a new link': 'طلب رابط جديد',
  'Enter the code.': 'أدخل الرمز.',
  'Enter your code': 'أدخل الرمز',
  'We sent a code to {email}. It works for five minutes.': 'أرسلنا رمزًا إلى {email}. يعمل لمدة خمس دقائق.',
  'Type the code that your authenticator shows.': 'اكتب الرمز الذي يعرضه تطبيق المصادقة.',
  'Send another code': 'إرسال رمز آخر',
  Code: 'الرمز',
  'No way to get one? A recovery code works too.': 'لا سبيل إلى الحصول على رمز؟ يصلح رمز الاسترداد أيضًا.',
}

/** What the server says of passwords and links (contract/access/password-rules.ts, server/areas/access/password). */
export const serverTexts: Record<string, string> = {
  'If there is an account with this address, a link to set a new password is on its way to it.':
    'إذا كان هناك حساب بهذا العنوان، فإن رابط تعيين كلمة مرور جديدة في طريقه إليه.',
  'Your new password is set. You can sign in with it now.': 'تم تعيين كلمة المرور الجديدة. يمكنك تسجيل الدخول بها الآن.',
  'A new code is on its way to you.': 'رمز جديد في طريقه إليك.',
  'Wait a minute before you ask for another code.': 'انتظر دقيقة قبل أن تطلب رمزًا آخر.',
  'This code is not right or has expired.': 'هذا الرمز غير صحيح أو انتهت صلاحيته.',
  'Use at least 12 characters.': 'استخدم 12 حرفًا على الأقل.',
  'Use at least 15 characters.': 'استخدم 15 حرفًا على الأقل.',
  'Use at most 128 characters.': 'استخدم 128 حرفًا على الأكثر.',
  'Use more different characters.': 'استخدم أحرفًا أكثر تنوعًا.',
  'Do not use your name, your e-mail address or the name of this site.':
    'لا تستخدم اسمك أو عنوان بريدك الإلكتروني أو اسم هذا الموقع.',
  'This password is known from elsewhere. Choose another one.': 'كلمة المرور هذه معروفة من مواقع أخرى. اختر غيرها.',
  'Choose a password other than the present one.': 'اختر كلمة مرور غير الحالية.',
}

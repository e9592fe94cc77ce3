/** Dialogs about the own account. */
export const messages: Record<string, string> = {
  'Change Password': 'تغيير كلمة المرور',
  'Confirm your identity': 'تأكيد هويتك',
  'This protects your account. You won’t be asked again for ten minutes.':
    'هذا يحمي حسابك. لن تُسأل مرة أخرى خلال عشر دقائق.',
  Confirm: 'تأكيد',
  'Code from your authenticator': 'الرمز من تطبيق المصادقة الخاص بك',
  'Current password': 'كلمة المرور الحالية',
  'Enter your current password.': 'أدخل كلمة المرور الحالية.',
  'You stay signed in here; every other device is signed out.': 'ستبقى مسجّل الدخول هنا، وسيُسجَّل خروج كل جهاز آخر.',
  'Two Factor Authentication': 'المصادقة الثنائية',
  Authenticator: 'تطبيق المصادقة',
  'Scan the picture with your authenticator, then type the code that it shows.':
    'امسح الصورة بتطبيق المصادقة، ثم اكتب الرمز الذي يعرضه.',
  Save: 'حفظ',
  'QR code for your authenticator': 'رمز QR لتطبيق المصادقة',
  'Or type this secret': 'أو اكتب هذا السر',
  'Code from the authenticator': 'الرمز من تطبيق المصادقة',
  'A code by mail after your password.': 'رمز بالبريد بعد كلمة المرور.',
  'A code from an app such as Google Authenticator. Works without a connection.':
    'رمز من تطبيق مثل Google Authenticator. يعمل بلا اتصال.',
  'A password can be guessed or stolen. A code on top keeps others out.':
    'قد تُخمَّن كلمة المرور أو تُسرق. رمز إضافي يمنع الآخرين من الدخول.',
  On: 'مفعّلة',
  'Recovery codes left: {count}': 'رموز الاسترداد المتبقية: {count}',
  'Make new ones': 'إنشاء رموز جديدة',
  'It is off. Choose a method to turn it on.': 'غير مفعّلة. اختر طريقة لتفعيلها.',
  'Your account needs a second factor. You can change to the other method.':
    'يحتاج حسابك إلى مصادقة ثنائية. يمكنك التحويل إلى الطريقة الأخرى.',
  'Choose the method that is on to turn it off, or the other one to change.':
    'اختر الطريقة المفعّلة لإيقافها، أو الأخرى للتحويل إليها.',
  'Codes by e-mail': 'رموز بالبريد الإلكتروني',
  'We send a code to your address to see that mail reaches you.': 'نرسل رمزًا إلى عنوانك لنتأكد من وصول البريد إليك.',
  'Turn off two-factor authentication': 'إيقاف المصادقة الثنائية',
  'Your password alone will be enough to sign in.': 'ستكفي كلمة المرور وحدها لتسجيل الدخول.',
  'Turn off': 'إيقاف',
  'New recovery codes': 'رموز استرداد جديدة',
  'You get ten new codes. The old ones stop working.': 'تحصل على عشرة رموز جديدة، وتتوقف القديمة عن العمل.',
  'Make new codes': 'إنشاء رموز جديدة',
  'Code from the mail': 'الرمز من البريد',
  'Or one of your recovery codes.': 'أو أحد رموز الاسترداد.',
  'Your recovery codes': 'رموز الاسترداد',
  'Each works once in place of a code': 'يعمل كل منها مرة واحدة بدل الرمز',
  'Keep them where you keep your passwords. They are not shown again.':
    'احفظها حيث تحفظ كلمات مرورك. لن تُعرض مرة أخرى.',
  'I have kept them': 'حفظتُها',
  'Send code to {email}': 'إرسال رمز إلى {email}',
  Sessions: 'الجلسات',
  'Everywhere you are signed in. End what you do not know, then change your password.':
    'كل مكان سجّلت الدخول فيه. أنهِ ما لا تعرفه، ثم غيّر كلمة المرور.',
  'Sign out everywhere else': 'تسجيل الخروج من كل مكان آخر',
  'This device': 'هذا الجهاز',
  'Used {time}': 'آخر استخدام {time}',
  'Sign out': 'تسجيل الخروج',
}

export const serverTexts: Record<string, string> = {
  '* Sorry, your current password invalid': '* عذرًا، كلمة المرور الحالية غير صحيحة',
  'Two-factor authentication is on.': 'المصادقة الثنائية مفعّلة.',
  'Two-factor authentication is off.': 'المصادقة الثنائية متوقفة.',
  'Turn two-factor authentication on first.': 'فعّل المصادقة الثنائية أولًا.',
  'Your old recovery codes no longer work.': 'لم تعد رموز الاسترداد القديمة تعمل.',
  'This QR code is too old. Scan the new one.': 'رمز QR هذا قديم. امسح الرمز الجديد.',
  'The device is signed out.': 'تم تسجيل خروج الجهاز.',
  'All other devices are signed out.': 'تم تسجيل خروج كل الأجهزة الأخرى.',
  'Unknown device': 'جهاز غير معروف',
  'your password has been updated!': 'تم تحديث كلمة المرور!',
}

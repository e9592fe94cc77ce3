import { informationInArabic } from '#contract/identity/information-in-arabic.ts'

/** Public pages other than the login, and panels of the login page. */
export const messages: Record<string, string> = {
  '404 - Page Not Found': '404 - الصفحة غير موجودة',
  "The page you are looking for doesn't exist or has been moved.": 'الصفحة التي تبحث عنها غير موجودة أو تم نقلها.',
  'Go to Homepage': 'الذهاب إلى الصفحة الرئيسية',
  'Company name': informationInArabic['Company name'],
  'Phone number': 'رقم الهاتف',
  'Full name': 'الاسم الكامل',
  Code: 'الرمز',
  'Confirm the change of the email address': 'تأكيد تغيير عنوان البريد الإلكتروني',
  'Confirm the change': 'تأكيد التغيير',
  'Go to the start page': 'الانتقال إلى صفحة البداية',
  Country: 'الدولة',
  'Example: {number}': 'مثال: {number}',
  'Choose country': 'اختر الدولة',
  'Please enter valid phone number': 'يُرجى إدخال رقم هاتف صحيح',
  'Enter the name of your company.': 'أدخل اسم شركتك.',
  'Enter your full name.': 'أدخل اسمك الكامل.',
  'Enter your phone number.': 'أدخل رقم هاتفك.',
  'Create account': 'إنشاء الحساب',
  'Create your account': 'أنشئ حسابك',
  'Register your agency': 'سجّل وكالتك',
  'Tell us about your company and see who visits your site.': 'عرّفنا بشركتك لترى من يزور موقعك.',
  'Run campaigns for your clients under your own brand.': 'أدر حملات عملائك تحت علامتك التجارية.',
  'You were invited by {name}.': 'تمت دعوتك من {name}.',
  'This referral code is not known. You can register without it.': 'رمز الإحالة هذا غير معروف. يمكنك التسجيل من دونه.',
  'Agencies cannot register here.': 'لا يمكن للوكالات التسجيل هنا.',
  'It was already used, is older than 24 hours, or wasn’t copied completely.':
    'إما أنه استُخدم من قبل، أو مضى عليه أكثر من 24 ساعة، أو لم يُنسخ كاملًا.',
  'Register again': 'التسجيل من جديد',
  'Confirm your registration': 'أكّد تسجيلك',
  'Enter the password that you chose when you registered.': 'أدخل كلمة المرور التي اخترتها عند التسجيل.',
  'Confirm and sign in': 'تأكيد وتسجيل الدخول',
  'Enter your email and we’ll send a reset link.':
    'أدخل عنوان بريدك الإلكتروني وسنرسل إليك رابطًا لتعيين كلمة مرور جديدة.',
  'Send link': 'إرسال الرابط',
  'Sending…': 'جارٍ الإرسال…',
  'Back to sign in': 'العودة إلى تسجيل الدخول',
  'Something went wrong. Please try again later.': 'حدث خطأ ما. يُرجى المحاولة مرة أخرى لاحقًا.',
  'Choose your own password': 'اختر كلمة مرور خاصة بك',
  'Someone else set your current password and knows it.': 'كلمة المرور التي سجلت الدخول بها أعطاك إياها شخص يعرفها.',
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
  'This link has already been used. If that wasn’t you, ask for a new one right away.':
    'سبق استخدام هذا الرابط. إن لم تكن أنت من استخدمه، فاطلب رابطًا جديدًا فورًا.',
  'A newer link was sent to you. Use that one, or ask for another.': 'أُرسل إليك رابط أحدث. استخدمه أو اطلب رابطًا آخر.',
  'It may be incomplete. Open it from the email again, or ask for a new one.':
    'ربما لم يُنسخ الرابط كاملًا. افتحه من الرسالة مرة أخرى أو اطلب رابطًا جديدًا.',
  'Ask for a new link': 'طلب رابط جديد',
  'Enter the code.': 'أدخل الرمز.',
  'Enter your code': 'أدخل الرمز',
  'We sent a code to {email}. It works for five minutes.': 'أرسلنا رمزًا إلى {email}. يعمل لمدة خمس دقائق.',
  'Enter the code from your authenticator app.': 'اكتب الرمز الذي يعرضه تطبيق المصادقة.',
  'Send another code': 'إرسال رمز آخر',
  'One moment, please.': 'لحظة من فضلك.',
  'Sign-in failed': 'لم ينجح تسجيل الدخول',
  'Continue as someone else?': 'المتابعة باسم شخص آخر؟',
  'You are signed in as {present}. This link signs in {other}.':
    'أنت مسجّل الدخول باسم {present}. هذا الرابط يسجّل دخول {other}.',
  'Stay signed in as {name}': 'البقاء باسم {name}',
  'Continue as {name}': 'المتابعة باسم {name}',
  'Service and Billing Agreement': 'اتفاقية الخدمة والفوترة',
  'Marketing Services Agreement for Developers': 'اتفاقية خدمات التسويق للمطورين',
  Documents: 'المستندات',
  Loading: 'جارٍ التحميل',
  'Version {version} of {date}': 'النسخة {version} بتاريخ {date}',
  'Document Not Available': 'المستند غير متاح',
  'The document you are trying to access may be missing or temporarily unavailable.':
    'ربما يكون المستند الذي تحاول الوصول إليه مفقودًا أو غير متاح مؤقتًا.',
  'Try Again': 'إعادة المحاولة',
  'Can’t get a code? Use a recovery code.': 'لا سبيل إلى الحصول على رمز؟ يصلح رمز الاسترداد أيضًا.',
}

/** Server messages about passwords and links (contract/sign-in/password-rules.ts, server/areas/sign-in/password). */
export const serverTexts: Record<string, string> = {
  'Choose another password than the one you were given.': 'اختر كلمة مرور غير التي أُعطيت لك.',
  'The email address was changed. Sign in with the new one from now on.':
    'تم تغيير عنوان البريد الإلكتروني. سجّل الدخول بالعنوان الجديد من الآن فصاعدًا.',
  'Thank you. The address changes when the other mailbox has confirmed it too.':
    'شكرًا لك. يتغير العنوان بعد أن يؤكده الصندوق الآخر أيضًا.',
  'There is currently an update processing on the platform. Please wait five minutes and try again.':
    'يجري حاليًا تحديث للمنصة. يُرجى الانتظار خمس دقائق ثم المحاولة مرة أخرى.',
  'Almost done. We’ve emailed you a link to confirm your registration.':
    'أوشكنا على الانتهاء: رسالة تحوي رابط تأكيد تسجيلك في طريقها إليك.',
  'This is not the password that you chose when you registered.': 'ليست هذه كلمة المرور التي اخترتها عند التسجيل.',
  'This link no longer works. Please register again.': 'لم يعد هذا الرابط صالحًا. يُرجى التسجيل من جديد.',
  'Clients register with their agency.': 'يسجّل العملاء لدى وكالتهم.',
  'If there’s an account with this address, we’ve emailed a link to set a new password.':
    'إذا كان هناك حساب بهذا العنوان، فإن رابط تعيين كلمة مرور جديدة في طريقه إليه.',
  'Your new password is set. You can sign in with it now.': 'تم تعيين كلمة المرور الجديدة. يمكنك تسجيل الدخول بها الآن.',
  'We’ve sent a new code.': 'رمز جديد في طريقه إليك.',
  'Wait a minute before you ask for another code.': 'انتظر دقيقة قبل أن تطلب رمزًا آخر.',
  'That code is incorrect or expired.': 'هذا الرمز غير صحيح أو انتهت صلاحيته.',
  'Use at least 12 characters.': 'استخدم 12 حرفًا على الأقل.',
  'Use at least 15 characters.': 'استخدم 15 حرفًا على الأقل.',
  'Use at most 128 characters.': 'استخدم 128 حرفًا على الأكثر.',
  'Use more different characters.': 'استخدم أحرفًا أكثر تنوعًا.',
  'Do not use your name, your email address or the name of this site.':
    'لا تستخدم اسمك أو عنوان بريدك الإلكتروني أو اسم هذا الموقع.',
  'This password is too common or was leaked. Choose another.': 'كلمة المرور هذه معروفة من مواقع أخرى. اختر غيرها.',
  'Choose a password different from the current one.': 'اختر كلمة مرور غير الحالية.',
}

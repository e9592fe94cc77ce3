/** Mails about accounts: codes, links, notices. */
export const messages = {
  // Facts below a mail.
  Device: 'الجهاز',
  '{browser} on {system}': '{browser} على {system}',

  // Below every mail: why it came, and how to get fewer.
  'You get this email because it is about your account. It protects it, so it is always sent.':
    'تصلك هذه الرسالة لأنها تخص حسابك وتحميه، لذلك تُرسل دائمًا.',
  'You get this email because it is about money your company pays or receives, so it is always sent.':
    'تصلك هذه الرسالة لأنها تخص أموالًا تدفعها شركتك أو تتلقاها، لذلك تُرسل دائمًا.',
  'You get this email because you are a report recipient of this campaign.':
    'تصلك هذه الرسالة لأنك من مستلمي تقارير هذه الحملة.',
  'You get this email because you are a recipient of this scheduled report.':
    'تصلك هذه الرسالة لأنك من مستلمي هذا التقرير المجدول.',
  'You get this email because your company gets a statement every month.':
    'تصلك هذه الرسالة لأن شركتك تتلقى كشف حساب كل شهر.',
  'You get this email because a next action of your leads is due.':
    'تصلك هذه الرسالة لأن خطوة تالية لعملائك المحتملين مستحقة.',
  'You get this email because a note mentions you.': 'تصلك هذه الرسالة لأن ملاحظة تذكرك.',
  'You get this email because a lead was assigned to you.': 'تصلك هذه الرسالة لأن عميلًا محتملًا أُسند إليك.',
  'You get this email because you are notified of spending.': 'تصلك هذه الرسالة لأنك تتلقى تنبيهات الإنفاق.',
  'You get this email because you are notified of numbers of leads.':
    'تصلك هذه الرسالة لأنك تتلقى تنبيهات أعداد العملاء المحتملين.',
  'You get this email because you are notified of problems.': 'تصلك هذه الرسالة لأنك تتلقى تنبيهات المشكلات.',
  'You get this email because you asked for a result.': 'تصلك هذه الرسالة لأنك طلبت نتيجة.',
  'Choose which emails you get': 'اختر الرسائل التي تصلك',

  // A first password.
  'Your account is ready': 'حسابك جاهز',
  'You chose a password through your invitation. From now on you sign in with it and your email address.':
    'اخترت كلمة مرور عبر دعوتك. من الآن تسجّل الدخول بها وببريدك الإلكتروني.',

  // A new password.
  'Someone, hopefully you, requested a new password for your account.':
    'طلب شخص ما، ونأمل أن تكون أنت، كلمة مرور جديدة لحسابك.',
  'The link works once, for 30 minutes. If you didn’t ask for it, you can ignore this email.':
    'يعمل الرابط مرة واحدة ولمدة 30 دقيقة. إن لم تطلبه فلم يتغير شيء: تجاهل هذه الرسالة.',

  // An invitation.
  '{inviter} invited you to work for {company}': 'دعاك {inviter} للعمل لدى {company}',
  '{inviter} invited you to see your leads': 'دعاك {inviter} للاطلاع على عملائك المحتملين',
  'Hello {name},': 'مرحبًا {name}،',
  'Choose a password, and you are signed in.': 'اختر كلمة مرور لتسجّل الدخول مباشرة.',
  'See who visits the website of {company}, and its leads. Choose a password, and you are signed in.':
    'اطّلع على زوار موقع {company} وعملائه المحتملين. اختر كلمة مرور لتسجّل الدخول مباشرة.',
  'Set your password': 'عيّن كلمة مرورك',
  'The link works once, for 72 hours. If you don’t know why you got this email, you can ignore it.':
    'يعمل الرابط مرة واحدة ولمدة 72 ساعة. إن كنت لا تعرف سبب وصوله إليك فتجاهل هذه الرسالة.',
  'Your invitation needs another email address': 'دعوتك تحتاج إلى بريد إلكتروني آخر',
  '{name}, you’re invited to join {company}.': '{name}، تمت دعوتك للانضمام إلى {company}.',
  'This address already has an account or an open invitation. Ask for an invitation to another address.':
    'لهذا العنوان حساب أو دعوة مفتوحة بالفعل. اطلب دعوة إلى عنوان آخر.',
  'Your account hasn’t changed. If you don’t know why you got this email, you can ignore it.':
    'لم يتغير حسابك. إن كنت لا تعرف سبب وصول هذه الرسالة إليك فتجاهلها.',

  // A registration.
  'Someone registered with your address': 'سجّل شخص ما بعنوانك',
  'Someone, perhaps you, registered with your email address.':
    'ملأ شخص ما، وربما أنت، استمارة التسجيل بعنوان بريدك الإلكتروني.',
  'You already have an account. Sign in with it.': 'لديك حساب هنا بالفعل: سجّل الدخول به.',
  'This address can’t be used here. Choose another one.': 'لا يمكن استخدام هذا العنوان هنا: اختر عنوانًا آخر.',
  'Nothing has changed. If this wasn’t you, you can ignore this email.':
    'لم يُنشأ شيء ولم يتغير شيء. إن لم تكن أنت من فعل ذلك فتجاهل هذه الرسالة.',
  'Confirm your email address and sign in with the password you chose.':
    'أكّد عنوان بريدك الإلكتروني وسجّل الدخول بكلمة المرور التي اخترتها.',
  'Confirm registration': 'تأكيد التسجيل',
  'The link works once, for 24 hours. If you didn’t register, you can ignore this email.':
    'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن لم تسجّل فتجاهل هذه الرسالة: لم يُنشأ شيء.',

  // Another address.
  'New address': 'العنوان الجديد',
  'Confirm the change of your email address': 'أكّد تغيير عنوان بريدك الإلكتروني',
  'Someone, hopefully you, wants to change the sign-in address. It changes once both addresses confirm.':
    'يريد شخص ما، ونأمل أن تكون أنت، تسجيل الدخول بعنوان آخر. يتغير العنوان بعد تأكيد الصندوقين كليهما.',
  'The link works once, for 24 hours. If this wasn’t you, don’t click it, and set a new password right away.':
    'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن لم تكن أنت من طلب ذلك فلا تنقر عليه، وعيّن كلمة مرور جديدة فورًا.',
  'Confirm your new email address': 'أكّد عنوان بريدك الإلكتروني الجديد',
  'Someone wants to use this address to sign in to their account. It changes once both addresses confirm.':
    'سيُسجَّل الدخول إلى حساب بهذا العنوان. يتغير العنوان بعد تأكيد الصندوقين كليهما.',
  'The link works once, for 24 hours. If you didn’t ask for this, you can ignore this email.':
    'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن كنت لا تعلم عنه شيئًا فتجاهل هذه الرسالة.',
  'Your address is already in use': 'عنوانك مستخدم بالفعل',
  'Someone, perhaps you, tried to use this address for another account. Each address can have only one account.':
    'أراد شخص ما، وربما أنت، إعطاء هذا العنوان لحساب آخر. لكل عنوان حساب واحد.',
  'Your email address was changed': 'تم تغيير عنوان بريدك الإلكتروني',
  'Both addresses confirmed it. Sign in with the new address from now on. All other sessions were signed out.':
    'أكّد الصندوقان ذلك: يُسجَّل الدخول إلى حسابك الآن بالعنوان الجديد. تم تسجيل الخروج من جميع الجلسات الأخرى.',

  // A code.
  'Your code': 'رمزك',
  'Enter this code to sign in. It expires in five minutes.': 'اكتب هذا الرمز لتسجيل الدخول. يعمل لمدة خمس دقائق.',
  'Enter this code to change how you sign in. It expires in five minutes.':
    'اكتب هذا الرمز لتغيير طريقة تسجيل دخولك. يعمل لمدة خمس دقائق.',
  'No one will ever ask you for this code. If you didn’t request it, someone knows your password. Change it now.':
    'لن يطلب منك أحد هذا الرمز أبدًا. إن لم تطلبه فهناك من يعرف كلمة مرورك: غيّرها.',

  // View mode.
  'Support viewed your account': 'اطّلع الدعم على حسابك',
  'Support is viewing {company} as {person}, for at most 30 minutes.':
    'يطّلع الدعم على {company} كما يراها {person}، لمدة 30 دقيقة على الأكثر.',
  'Your agency viewed your account': 'اطّلعت وكالتك على حسابك',
  'Your agency is viewing {company} as {person}, for at most 30 minutes.':
    'تطّلع وكالتك على {company} كما يراها {person}، لمدة 30 دقيقة على الأكثر.',
  'They have no access to passwords, cards, agreements or secrets. Every change they make is logged.':
    'تبقى كلمات المرور والبطاقات والاتفاقيات والأسرار مغلقة أمامهم. وكل ما يغيّرونه يُحفظ في السجل.',

  // Notices.
  'If this wasn’t you, set a new password now and contact support.':
    'إن لم تكن أنت من فعل ذلك فعيّن كلمة مرور جديدة فورًا وأخبر من يدير هذا الموقع.',
  'Your password was changed': 'تم تغيير كلمة مرورك',
  'The password of your account was changed. All other sessions were signed out.':
    'تم تغيير كلمة مرور حسابك. تم تسجيل الخروج من جميع الجلسات الأخرى.',
  'A new password was set through the link we emailed you. All sessions were signed out.':
    'تم تعيين كلمة مرور جديدة عبر الرابط الذي أرسلناه إليك. تم تسجيل الخروج من جميع الجلسات.',
  'A new device signed in to your account': 'سجّل جهاز جديد الدخول إلى حسابك',
  'Someone signed in to your account on a new device.': 'سجّل شخص ما الدخول إلى حسابك من جهاز لم يُستخدم معه من قبل.',
  'You were signed out everywhere': 'تم تسجيل خروجك من كل مكان',
  'An administrator signed you out of all sessions. You can sign in again.':
    'أنهى أحد القائمين على هذا الموقع جميع جلسات حسابك. يمكنك تسجيل الدخول مرة أخرى.',
  'One of your sessions was ended': 'تم إنهاء إحدى جلساتك',
  'An old key of this session was reused, which can mean it was copied. We ended the session as a precaution.':
    'استُخدم مفتاح قديم لهذه الجلسة مرة أخرى، كأن شخصًا ما نسخه. تم إنهاء الجلسة حفاظًا على الأمان.',
  'Two-factor authentication was turned on': 'تم تفعيل المصادقة الثنائية',
  'From now on you are asked for a code after your password. All other sessions were signed out.':
    'من الآن فصاعدًا يُطلب رمز بعد كلمة مرورك. تم تسجيل الخروج من جميع الجلسات الأخرى.',
  'Your two-factor authentication was changed': 'تم تغيير المصادقة الثنائية لحسابك',
  'You now get codes another way. All other sessions were signed out.':
    'تصل الرموز الآن بطريقة أخرى. تم تسجيل الخروج من جميع الجلسات الأخرى.',
  'Two-factor authentication was turned off': 'تم إيقاف المصادقة الثنائية',
  'Your password alone is enough to sign in now. All other sessions were signed out.':
    'تكفي كلمة مرورك وحدها الآن لتسجيل الدخول. تم تسجيل الخروج من جميع الجلسات الأخرى.',
  'A recovery code was used': 'استُخدم رمز استرداد',
  'Someone signed in to your account with one of your recovery codes. It can’t be used again.':
    'سجّل شخص ما الدخول إلى حسابك بأحد رموز الاسترداد. لن يعمل هذا الرمز مرة أخرى.',
  'New recovery codes generated for your account': 'أُنشئت رموز استرداد جديدة',
  'Your account has ten new recovery codes. The old ones no longer work.':
    'لحسابك عشرة رموز استرداد جديدة. لم تعد الرموز القديمة تعمل.',

  // The developer API.
  'A developer API key was created': 'أُنشئ مفتاح لواجهة المطورين البرمجية',
  'Someone signed in as you created a developer API key, after entering your password.':
    'أنشأ شخص مسجَّل الدخول باسمك مفتاحًا لواجهة المطورين البرمجية بعد إدخال كلمة مرورك.',
  'A secret key was shown': 'عُرض مفتاح سري',
  'Someone signed in as you viewed a secret developer API key, after entering your password.':
    'اطّلع شخص مسجَّل الدخول باسمك على مفتاح سري لواجهة المطورين البرمجية بعد إدخال كلمة مرورك.',

  // An agreement.
  'You accepted an agreement': 'لقد قبلت اتفاقية',
  '{person} accepted {document} for {company}.': 'قَبِل {person} المستند {document} نيابةً عن {company}.',
  'Download the certificate': 'تنزيل الشهادة',
  'Fingerprint of the text': 'بصمة النص',

  // After the setup.
  'Your setup is complete. Your start page shows who visits your website, and your leads.':
    'اكتمل إعدادك. تعرض صفحة البداية من يزور موقعك وعملاءك المحتملين.',
  'Your setup is complete. Your start page lists the first steps, which tick themselves off.':
    'اكتمل إعدادك. تعرض صفحة البداية الخطوات الأولى، وتكتمل من تلقاء نفسها.',
  'Open your start page': 'افتح صفحة البداية',
}

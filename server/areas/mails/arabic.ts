import { payoutCausesInArabic } from '#contract/payments/payout-causes-in-arabic.ts'

/** Every sentence of the mails about accounts, English to Arabic. */
export const arabic = {
  // Facts below a mail.
  Account: 'الحساب',
  Time: 'الوقت',
  Address: 'العنوان',
  Site: 'الموقع',
  Device: 'الجهاز',
  Reason: 'السبب',
  '{browser} on {system}': '{browser} على {system}',
  'Unknown device': 'جهاز غير معروف',

  // A new password.
  'Set a new password': 'عيّن كلمة مرور جديدة',
  'Someone, hopefully you, requested a new password for your account.':
    'طلب شخص ما، ونأمل أن تكون أنت، كلمة مرور جديدة لحسابك.',
  'The link works once, for 30 minutes. If you didn’t ask for it, you can ignore this email.':
    'يعمل الرابط مرة واحدة ولمدة 30 دقيقة. إن لم تطلبه فلم يتغير شيء: تجاهل هذه الرسالة.',

  // A payment that failed.
  'Your card was declined, so nothing was topped up and nothing is owed. Store another card, then top up again.':
    'رُفضت بطاقتك، فلم تُشحن أي أموال ولا يترتب عليك شيء. احفظ بطاقة أخرى ثم اشحن من جديد.',
  'Your Data Wallet balance expires soon': 'رصيد محفظة البيانات على وشك الانتهاء',
  'This part of your balance has not been used. It expires twelve months after its top-up and cannot be refunded.':
    'لم يُستخدم هذا الجزء من رصيدك. تنتهي صلاحيته بعد اثني عشر شهرًا من شحنه ولا يمكن استرداده.',
  Expires: 'تنتهي في',
  'Part of your Data Wallet balance has expired': 'انتهت صلاحية جزء من رصيد محفظة البيانات',
  'It was not used within twelve months after its top-up.': 'لم يُستخدم خلال اثني عشر شهرًا من شحنه.',
  'Your Data Wallet is empty: new leads have stopped': 'محفظة البيانات فارغة: توقّف العملاء المحتملون الجدد',
  'Leads start again once a top-up is paid. Open Data Wallet from your profile menu to see whether one is on its way, or to top up.':
    'يُستأنف العمل بعد دفع شحن. افتح محفظة البيانات من قائمة حسابك لترى هل هناك شحن جارٍ، أو للشحن.',
  'A payment has failed': 'فشلت عملية دفع',
  'A payout has failed': 'فشلت حوالة صرف',
  'The bank returned it, so the money is back in your balance. It is paid out again once the bank account is corrected.':
    'أعادها المصرف، فعاد المال إلى الرصيد لدى مزوّد الدفع. تُصرف من جديد متى صُحّح الحساب المصرفي.',
  'Open payment account': 'فتح حساب الدفع',
  'Bank account': 'الحساب المصرفي',
  ...payoutCausesInArabic,
  'A refund was returned': 'عاد مبلغ مسترد',
  'The bank rejected it, so its credit note is void. The payee has been notified and can refund it another way.':
    'لم يقبله المصرف، فأُلغي إشعاره الدائن. ومن دُفع له يعلم بذلك ويمكنه رده بطريقة أخرى.',
  'The payer’s bank rejected it, so its credit note is void. Refund the amount again, or another way.':
    'لم يقبله مصرف الدافع، فأُلغي إشعاره الدائن ويمكن رد المبلغ مرة أخرى أو دفعه بطريقة أخرى.',
  'Credit note': 'إشعار دائن',
  'Your card was declined. Add another one and the payment is retried immediately.':
    'رُفضت بطاقتك. احفظ بطاقة أخرى: ستُعاد محاولة الدفع فورًا.',
  'This was the last attempt. Until it is paid, campaigns are stopped and only Card Setting is available.':
    'كانت هذه آخر محاولة. إلى أن يُدفع المبلغ لا تجلب الحملات عملاء محتملين، ولا يُفتح سوى إعداد البطاقة.',
  'This card can’t be charged again. Seven days after the first attempt, campaigns stop until it is paid.':
    'لا يمكن الخصم من هذه البطاقة مرة أخرى. بعد سبعة أيام من المحاولة الأولى تتوقف الحملات إلى أن يُدفع المبلغ.',
  'The next attempt is on the date below. Seven days after the first attempt, campaigns stop until it is paid.':
    'تُعاد المحاولة في اليوم المذكور أدناه. بعد سبعة أيام من المحاولة الأولى تتوقف الحملات إلى أن يُدفع المبلغ.',
  'The card has insufficient funds.': 'رصيد البطاقة غير كافٍ.',
  'The payment was not confirmed at the bank in time.': 'لم تُؤكَّد الدفعة لدى المصرف في الوقت المحدد.',
  'The payment was not confirmed at the bank.': 'لم تُؤكَّد الدفعة لدى المصرف.',
  'Your bank asks you to confirm a payment': 'يطلب منك مصرفك تأكيد دفعة',
  'Open Card Setting and confirm the payment there. Your bank will ask for a code or your fingerprint.':
    'افتح إعداد البطاقة وأكّد الدفعة هناك: سيطلب منك مصرفك رمزًا أو بصمة إصبعك.',
  'If you don’t confirm, or add another card, the payment is canceled. Nothing is charged twice.':
    'بدون ذلك، أو ببطاقة أخرى، تُسحب الدفعة ولا يُخصم شيء مرتين.',
  'Confirm the payment': 'تأكيد الدفعة',
  'Confirm by': 'أكّد قبل',
  'The card has expired.': 'انتهت صلاحية البطاقة.',
  'The card was reported lost.': 'أُبلغ عن فقدان البطاقة.',
  'The payment provider no longer has this card.': 'لم يعد مزوّد خدمة الدفع يعرف هذه البطاقة.',
  'The payment provider rejected the payment. The card isn’t the cause.':
    'لم يقبل مزوّد خدمة الدفع عملية الدفع. لا علاقة للبطاقة بذلك.',
  'The payment provider is rejecting payments': 'مزوّد خدمة الدفع يرفض طلبات الدفع',
  'The cards aren’t the cause. The receiving account may be restricted, or its key may lack a permission. Check your account with the payment provider.':
    'لا علاقة لأي بطاقة بذلك: قد يكون الحساب المستفيد مقيّدًا، أو قد تنقص مفتاحَه صلاحية. راجع حسابك لدى مزوّد خدمة الدفع.',
  'The payment is retried every day. Until it succeeds, the payer’s campaigns keep running.':
    'تُعاد المحاولة كل يوم. وحتى ذلك الحين تستمر حملات الدافع.',
  'The payment is retried every day. Until it succeeds, the payer’s campaigns stay stopped.':
    'تُعاد المحاولة كل يوم. وحتى ذلك الحين تبقى حملات الدافع متوقفة.',
  'You still owe the wholesale cost of their leads.': 'وما يكلّفك عملاؤهم المحتملون يبقى مستحقًا عليك.',
  'Open failed payments': 'فتح الدفعات الفاشلة',
  'It is retried every day. Your campaigns keep running, and the payee has been notified.':
    'تُعاد المحاولة كل يوم. تستمر حملاتك، والجهة المستفيدة على علم بذلك.',
  'It is retried every day, and the payee has been notified. Your campaigns resume once it is paid.':
    'تُعاد المحاولة كل يوم، والجهة المستفيدة على علم بذلك. تبدأ حملاتك من جديد عند السداد.',
  'Nothing was topped up and nothing is owed.': 'لم يُشحن شيء ولا يُستحق شيء.',
  'The payment failed. Your card isn’t the cause.': 'تعذّر إجراء الدفعة. لا علاقة لبطاقتك بذلك.',
  'The card was reported stolen.': 'أُبلغ عن سرقة البطاقة.',
  'The bank refused the card.': 'رفض المصرف البطاقة.',
  'Onboarding charge': 'رسوم الانضمام',
  'Manual bill': 'الفوترة اليدوية',
  'Developer API': 'واجهة المطوّرين',
  Leads: 'العملاء المحتملون',
  'Data Wallet top-up': 'شحن محفظة البيانات',
  'Campaign top-up': 'شحن حملة',
  For: 'مقابل',
  Invoice: 'الفاتورة',
  Card: 'البطاقة',
  'Next attempt': 'المحاولة التالية',
  'Open Card Setting': 'فتح إعداد البطاقة',
  Amount: 'المبلغ',

  // An invitation.
  'You are invited': 'أنت مدعو',
  '{name}, you’ve been invited to join {company}.': '{name}، أنت مدعو للعمل لدى {company} هنا.',
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
  Company: 'الشركة',
  'Sign in': 'تسجيل الدخول',
  'Someone registered with your address': 'سجّل شخص ما بعنوانك',
  'Someone, perhaps you, registered with your email address.':
    'ملأ شخص ما، وربما أنت، استمارة التسجيل بعنوان بريدك الإلكتروني.',
  'You already have an account. Sign in with it.': 'لديك حساب هنا بالفعل: سجّل الدخول به.',
  'This address can’t be used here. Choose another one.': 'لا يمكن استخدام هذا العنوان هنا: اختر عنوانًا آخر.',
  'Nothing has changed. If this wasn’t you, you can ignore this email.':
    'لم يُنشأ شيء ولم يتغير شيء. إن لم تكن أنت من فعل ذلك فتجاهل هذه الرسالة.',
  'Confirm your registration': 'أكّد تسجيلك',
  'Confirm your email address and sign in with the password you chose.':
    'أكّد عنوان بريدك الإلكتروني وسجّل الدخول بكلمة المرور التي اخترتها.',
  'Confirm registration': 'تأكيد التسجيل',
  'The link works once, for 24 hours. If you didn’t register, you can ignore this email.':
    'يعمل الرابط مرة واحدة ولمدة 24 ساعة. إن لم تسجّل فتجاهل هذه الرسالة: لم يُنشأ شيء.',

  // Another address.
  'New address': 'العنوان الجديد',
  'Confirm the change': 'تأكيد التغيير',
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
  Version: 'النسخة',
  'Fingerprint of the text': 'بصمة النص',

  // A domain whose records are no longer correct.
  'Your domain was turned off': 'أُوقف نطاقك',
  'The records of {domain} were wrong for {days} days in a row. The domain is no longer served.':
    'لم تكن سجلات {domain} سليمة طوال {days} يومًا متتاليًا. لم يعد أحد يُخدَم من هناك.',
  'Your domain was not verified': 'لم يُثبَت نطاقك',
  'The records of {domain} were not found within seven days.': 'لم يُعثر على سجلات {domain} خلال سبعة أيام.',
  'Add it again in your settings to get new ones.': 'سمِّه من جديد في إعداداتك لتحصل على سجلات جديدة.',
  'The records of your domain are wrong': 'سجلات نطاقك ليست سليمة',
  'Found in today’s check of {domain}. Days in a row so far: {days}.':
    'وُجدت كذلك في {domain} عند فحصها اليوم. الأيام المتتالية حتى الآن: {days}.',
  'The domain still works. Fix the records, or it is turned off in {left} days.':
    'ما زال النطاق يعمل. صحّح السجلات: إن بقيت كذلك أُوقف بعد {left} يومًا.',
  'Your subdomain works as before. Fix the records, then choose “Check now” in your settings.':
    'نطاقك الفرعي يعمل كما كان. صحّح السجلات، ثم اختر «تحقّق الآن» في إعداداتك.',
  'The TXT record was not found.': 'لم يُعثر على سجل TXT.',
  'The TXT record was found, but its value doesn’t match.': 'عُثر على سجل TXT لكنه يحمل قيمة أخرى.',
  'The domain does not point here yet: the CNAME record was not found.':
    'لا يؤدي النطاق إلى أي مكان بعد: لم يُعثر على سجل CNAME.',
  'The domain points somewhere else.': 'يؤدي النطاق إلى مكان آخر.',
  'The domain’s name servers did not respond.': 'لم تُجب خوادم أسماء النطاق.',
  'This domain is taken.': 'هذا النطاق مستخدم.',
  'Its records were not found in time. Add it again to get new ones.':
    'لم يُعثر على سجلاته في الوقت المحدد. سمِّه من جديد لتحصل على سجلات جديدة.',
  'Too few leads: {campaign}': 'عملاء محتملون أقل من اللازم: {campaign}',
  'Leads of this campaign in the last {days} days: {delivered}.':
    'العملاء المحتملون لهذه الحملة في آخر {days} أيام: {delivered}.',
  'Leads of this campaign in the last {days} days: {delivered} of the {wanted} its limit allows.':
    'العملاء المحتملون لهذه الحملة في آخر {days} أيام: {delivered} من {wanted} يسمح بها حدّها.',
  'Its page shows where most searches end. Wider places, more keywords or fewer required fields bring more.':
    'تقول صفحتها أين تنتهي معظم عمليات البحث. أماكن أوسع أو كلمات مفتاحية أكثر أو حقول مطلوبة أقل تجلب المزيد.',
  'Its page shows where most visits end. Wider places or fewer required fields bring more.':
    'تقول صفحتها أين تنتهي معظم الزيارات. أماكن أوسع أو حقول مطلوبة أقل تجلب المزيد.',
  'Leads reached {threshold}: {campaign}': 'بلغ العملاء المحتملون {threshold}: {campaign}',
  'Leads in this period so far: {leads}. You asked to be notified at {threshold}.':
    'العملاء المحتملون في هذه الفترة حتى الآن: {leads}. طلبت إبلاغك عند {threshold}.',
  'Fewer leads than the minimum: {campaign}': 'عملاء محتملون أقل من الحد الأدنى: {campaign}',
  'Leads in the period that ended: {leads}. The campaign’s minimum is {threshold}.':
    'العملاء المحتملون في الفترة المنتهية: {leads}. الحد الأدنى للحملة {threshold}.',
  Days: 'الأيام',
  '{share} of the spend cap is used: {name}': 'استُخدم {share} من سقف الإنفاق: {name}',
  'Spend cap reached: {name}': 'بُلغ سقف الإنفاق: {name}',
  'Spending passed {amount}: {name}': 'تجاوز الإنفاق {amount}: {name}',
  'Leads this month have cost {used} so far.': 'كلّف العملاء المحتملون هذا الشهر {used} حتى الآن.',
  'Leads this month have cost {used} so far, out of a cap of {cap}.':
    'كلّف العملاء المحتملون هذا الشهر {used} حتى الآن، من {cap} يُسمح بها.',
  'Leads stop until {date}, or until the cap is raised.': 'يتوقف العملاء المحتملون حتى {date}، أو حتى يُرفع السقف.',
  'This is only a notice: leads continue.': 'هذا إشعار فقط: يستمر قدوم العملاء المحتملين.',
  'Spent this month': 'أُنفق هذا الشهر',
  'Spend cap': 'سقف الإنفاق',
  'Resets on': 'يبدأ العدّ من جديد في',
  'See the spend cap': 'عرض سقف الإنفاق',
  Agency: 'الوكالة',
  'Leads are on hold: {campaign}': 'العملاء المحتملون قيد الانتظار: {campaign}',
  'This campaign generated {leads} leads within ten minutes, far more than usual. New leads are on hold.':
    'أنتجت هذه الحملة {leads} من العملاء المحتملين خلال عشر دقائق، وهو أكثر بكثير من المعتاد. العملاء الجدد قيد الانتظار.',
  'Leads of this campaign look forged: their visitors hide where they come from, or are seconds old and bring an address. New ones of that kind are on hold; all others continue.':
    'يبدو أن عملاء محتملين لهذه الحملة مزوّرون: زوارهم يخفون من أين أتوا، أو ظهروا قبل ثوانٍ ومعهم عنوان بريد. الجدد من هذا النوع قيد الانتظار، والبقية مستمرون.',
  'Check its visits. If they are real, release the leads on the campaign’s page. If not, pause the campaign.':
    'راجع زياراتها. إن كانت حقيقية فأطلق العملاء المحتملين من صفحة الحملة، وإلا فأوقف الحملة مؤقتًا.',
  'Keyword count done: {campaign}': 'اكتمل عدّ الكلمات المفتاحية: {campaign}',
  'Keyword count failed: {campaign}': 'فشل عدّ الكلمات المفتاحية: {campaign}',
  'People who searched for these keywords in the past 7 days have been counted.':
    'عُدّ الأشخاص الذين بحثوا عن هذه الكلمات المفتاحية في الأيام السبعة الماضية.',
  'Server might be busy. Please try again later.': 'قد يكون الخادم مشغولًا. يُرجى المحاولة لاحقًا.',
  Keyword: 'الكلمة المفتاحية',
  'Historical Count': 'العدد التاريخي',
  'Under {count}': 'أقل من {count}',
  'Open keyword counts': 'فتح أعداد الكلمات المفتاحية',
  Campaign: 'الحملة',
  'Developer webhook turned off': 'أُوقف خطاف ويب للمطورين',
  'Developer webhook failing': 'خطاف ويب للمطورين يُخفق',
  'It was turned off because its messages did not arrive. Fix the cause, then send a test: once it arrives, the webhook is turned on again.':
    'أُوقف لأن رسائله لم تصل. أصلح السبب ثم أرسل اختبارًا: ما إن يصل حتى يعمل الخطاف من جديد.',
  'Its messages aren’t arriving. They are retried automatically for up to 75 hours.':
    'رسائله لا تصل. تُعاد المحاولة تلقائيًا لمدة تصل إلى 75 ساعة.',
  'Messages, under Developer webhooks, shows each attempt with its cause. You can resend failed ones.':
    'تعرض «الرسائل» ضمن خطافات ويب للمطورين كل محاولة وسببها. يمكن إعادة إرسال ما أخفق.',
  Webhook: 'خطاف ويب',
  Client: 'العميل',
  'Open campaign': 'فتح الحملة',
} as const

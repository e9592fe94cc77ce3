/** Campaign changes, and the pacing of leads. */
export const messages = {
  Changes: 'التغييرات',
  'Who changed this campaign, with previous values.': 'من غيّر هذه الحملة، وكيف كانت من قبل.',
  'Nothing has been changed yet.': 'لم يُغيَّر شيء بعد.',
  'Days and hours: from': 'الأيام والساعات: من',
  'Days and hours: until': 'الأيام والساعات: حتى',
  'Turned on': 'مفعّل',
  'Your agency': 'وكالتك',
  becomes: 'تصبح',
  'Spend cap': 'سقف الإنفاق',
  'Spend cap per month': 'سقف الإنفاق في الشهر',
  'The most its leads can cost the client in a calendar month. Leave blank for no cap.':
    'أقصى ما قد يكلّفه عملاؤها المحتملون العميلَ في شهر تقويمي. اتركه فارغًا بلا سقف.',
  'No cap': 'بلا سقف',
  'Spend alerts': 'تنبيهات الإنفاق',
  'Alert at monthly spend of': 'تنبيه عندما تبلغ تكلفة الشهر',
  'Sends an email; nothing stops. Leave blank for none.': 'إشعار بالبريد الإلكتروني لا يوقف شيئًا. اتركه فارغًا بلا إشعار.',
  'Alert at these percentages of the cap': 'تنبيه عند هذه النسب من السقف',
  'One email each, once a month.': 'بالبريد الإلكتروني، مرة واحدة في الشهر لكل نسبة.',
  'Alert the client too': 'تنبيه العميل أيضًا',
  'Alert the agency too': 'تنبيه الوكالة أيضًا',
  '{used} used this month, resets on {date}': 'استُخدم {used} هذا الشهر، ويُحسب من جديد في {date}',
  'Where its leads are sent': 'إلى أين يُرسل عملاؤها المحتملون',
  'Limit and spend cap': 'الحد وسقف الإنفاق',
  'of {cap} this month, resets on {date}': 'من {cap} هذا الشهر، ويُحسب من جديد في {date}',
  'This month’s spend cap is reached': 'بلغت الحملة سقف الإنفاق لهذا الشهر',
  'Another lead would exceed this campaign’s cap of {cap}. Leads resume on {date}.':
    'سيكلّف عميل محتمل آخر أكثر من {cap} المسموح بها لهذه الحملة. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'Change the cap': 'تغيير السقف',
  'One more lead would have exceeded the campaign’s monthly spend cap.':
    'كان عميل محتمل آخر سيكلّف أكثر مما تبقّى من سقف إنفاق الحملة لذلك الشهر.',
  'One more lead would have exceeded the client’s monthly spend cap.':
    'كان عميل محتمل آخر سيكلّف أكثر مما تبقّى من سقف إنفاق العميل لذلك الشهر.',
  'One more lead would have exceeded the agency’s monthly spend cap.':
    'كان عميل محتمل آخر سيكلّف أكثر مما تبقّى من سقف إنفاق الوكالة لذلك الشهر.',
  'Client spend cap': 'سقف إنفاق العميل',
  'Agency spend cap': 'سقف إنفاق الوكالة',
  'Spend cap for all campaigns': 'سقف إنفاق جميع الحملات',
  'The client’s spend cap for this month is reached': 'بلغ سقف إنفاق العميل لهذا الشهر',
  'The agency’s spend cap for this month is reached': 'بلغ سقف إنفاق الوكالة لهذا الشهر',
  'Another lead would exceed the cap for all your campaigns. Leads resume on {date}.':
    'سيكلّف عميل محتمل آخر أكثر مما تبقّى لجميع حملاتك. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'Another lead would exceed the cap for all of this client’s campaigns. Leads resume on {date}.':
    'سيكلّف عميل محتمل آخر أكثر مما تبقّى لجميع حملات هذا العميل. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'Another lead would exceed the cap for all of the agency’s leads. Leads resume on {date}.':
    'سيكلّف عميل محتمل آخر أكثر مما تبقّى لجميع عملاء الوكالة المحتملين. يأتي العملاء المحتملون مجددًا ابتداءً من {date}.',
  'New leads resume next month, or when the cap is raised.': 'ينتظر العملاء المحتملون الجدد الشهر التالي أو سقفًا أعلى.',
  'More sites': 'مواقع أخرى',
  'Other sites whose visitors become leads in this campaign. Each gets its own pixel.':
    'مواقع أخرى يصبح زوارها عملاء محتملين لهذه الحملة. يحصل كل منها على بكسل خاص به.',
  'Additional site URLs': 'عناوين المواقع الأخرى',
  'One URL per line. Removing or changing a URL disables its pixel.':
    'عنوان واحد في كل سطر. ينتهي البكسل عند حذف عنوانه أو تغييره.',
  '{wrong} isn’t a valid URL. It must begin with https://.': '{wrong} ليس عنوانًا يبدأ بـ https://.',
  'Enter at most {most} sites.': 'أدخل {most} مواقع على الأكثر.',
  Site: 'الموقع',
  'Each site has its own pixel.': 'لكل موقع بكسل خاص به.',
  'Main site': 'الموقع الرئيسي',
  Goals: 'الأهداف',
  Goal: 'هدف',
  'What visitors should do on the site. The campaign page counts these events and the leads behind them.':
    'ما ينبغي للزوار فعله على الموقع. تعدّه صفحة الحملة، وكم من العملاء المحتملين فعله.',
  'Events that are goals': 'الأحداث التي تُعد أهدافًا',
  'Event names as sent by the site’s pages. Press Enter after each.':
    'بالأسماء التي تعطيها لها صفحات الموقع. اضغط Enter بعد كل اسم.',
  'Goals reached: {count}, by {leads} of the leads ({rate}).':
    'الأهداف المحقَّقة: {count}، من قِبل {leads} من العملاء المحتملين ({rate}).',
  'Spread evenly': 'توزيع بالتساوي',
  'Spreads leads over the day instead of taking them as fast as they come.':
    'يأتي العملاء المحتملون على مدى ساعات اليوم واحدًا تلو الآخر، بدلًا من أسرع ما يمكن.',
  'Ready to start': 'جاهزة للبدء',
  Ready: 'جاهزة',
  '{count, plural, one {# draft} other {# drafts}}, {ready} ready to start':
    '{count, plural, one {مسودة واحدة} two {مسودتان} few {# مسودات} many {# مسودة} other {# مسودة}}، الجاهز منها للبدء: {ready}',
  'Start all {count} that are ready': 'ابدأ كل الحملات الجاهزة ({count})',
  'Show all {count}': 'عرض الكل ({count})',
  'Show fewer': 'عرض أقل',
  'Start {name}': 'بدء {name}',
  'Missing steps': 'الخطوات الناقصة',
  '{count, plural, one {# step missing} other {# steps missing}}':
    '{count, plural, one {خطوة واحدة ناقصة} two {خطوتان ناقصتان} few {# خطوات ناقصة} many {# خطوة ناقصة} other {# خطوة ناقصة}}',
  'Changed; the previous value isn’t stored.': 'تغيّر؛ ولا تُحفظ قيمته السابقة.',
  'Follows the client’s price': 'السعر كسعر العميل',
  'Required phone number': 'رقم الهاتف مطلوب',
  'Required home address': 'عنوان السكن مطلوب',
}

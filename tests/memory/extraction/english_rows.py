"""Chat lines of our own as people type them, with what they state: text | subject, attribute, value[, -] ; …

Lower case, no marks, British, American and Indian English. The second table states nothing.
"""

from __future__ import annotations

STATED = """
i'm jo btw | user, name, jo
im dave from leeds | user, name, dave ; user, hometown, leeds
hey its priya here | user, name, priya
my name's Siobhan but everyone calls me Shiv | user, name, Siobhan ; user, nickname, Shiv
you can call me Kit | user, nickname, Kit
name's Abdul, nice to meet you | user, name, Abdul
my bday is 14 feb lol cheesy i know | user, birthday, 14 feb
i was born on the 3rd of november 1991 | user, birthday, the 3rd of november 1991
it's my birthday on saturday | user, event_what, birthday
turned 40 last week, send help | user, age, 40
i'm 27 and still can't drive | user, age, 27
just turned 19 | user, age, 19
i moved from Leeds to York last month | user, city, York ; user, city, Leeds, - ; user, event_what, moved from Leeds to York
i live in galway, not cork | user, city, galway ; user, city, cork, -
based in Bangalore these days | user, city, Bangalore
i'm living in a tiny flat in Hackney | user, city, Hackney
we're relocating to Calgary in september | user, event_what, relocating to Calgary
i grew up in Pune but i'm in Dublin now | user, hometown, Pune ; user, city, Dublin
i'm originally from Cebu | user, hometown, Cebu
left Manchester two years ago, i'm in Bristol now | user, city, Bristol
i got promoted to team lead!! | user, job, team lead ; user, event_what, got promoted
i quit my job at Tesco | user, employer, Tesco, - ; user, event_what, quit my job
starting at Deloitte on monday | user, employer, Deloitte ; user, event_what, starting at Deloitte
i start my new job at the post office next week | user, event_what, start my new job at the post office
i'm a nurse, nights mostly | user, job, nurse
i work as a paralegal at a small firm | user, job, paralegal
been a plumber for 12 years | user, job, plumber
i drive for uber | user, job, drive for uber
i teach year 4 | user, job, teach year 4
i used to be a chef, now i do data entry | user, job, chef, - ; user, job, data entry
i'm a stay at home dad | user, job, stay at home dad
i'm between jobs atm | user, status, between jobs
got made redundant in march | user, event_what, got made redundant
doing my masters in marine biology at Galway uni | user, education, masters ; user, school, Galway ; user, major, marine biology
i'm in my second year at UCL studying law | user, education, second year ; user, school, UCL ; user, major, law
my daughter's in year 9 | daughter, education, year 9
i dropped out of college | user, event_what, dropped out of college
my sister-in-law Ana is pregnant | sister-in-law, name, Ana ; sister-in-law, status, pregnant
my gran is 91 and still does the crossword every day | gran, age, 91
my best mate Tariq lives in Leicester | best mate, name, Tariq ; best mate, city, Leicester
my brothers a firefighter | brother, job, firefighter
my husband Raj works at the council | husband, name, Raj ; husband, employer, council
my flatmate's called Ingrid | flatmate, name, Ingrid
my parents live in Goa | parents, city, Goa
my ex is getting married in june | ex, event_what, getting married
my boss Karen hates me | boss, name, Karen
my mum's a dinner lady | mum, job, dinner lady
my son Leo is 7 and mad about dinosaurs | son, name, Leo ; son, age, 7 ; son, like, dinosaurs
i've got two cats, Salt and Pepper | user, pet, cats
my dog Biscuit is 12 | dog, name, Biscuit ; user, pet, dog ; dog, age, 12
i have a cat called Miso | user, pet, cat ; cat, name, Miso
we just got a puppy, she's called Nellie | user, pet, puppy ; puppy, name, Nellie
my hamster died yesterday | hamster, event_what, died
i can't stand coriander | user, like, coriander, -
not a fan of musicals tbh | user, like, musicals, -
i'm not that into football | user, like, football, -
i used to love running but my knees are gone | user, like, running, -
i don't mind olives | user, like, olives
i've gone off coffee | user, like, coffee, -
i'm really into pottery at the moment | user, like, pottery
big fan of true crime podcasts | user, like, true crime podcasts
i hate small talk | user, like, small talk, -
love a good thunderstorm | user, like, a good thunderstorm
i prefer tea to coffee | user, like, tea
my fave band is Radiohead | user, like, Radiohead
i don't dislike jazz | user, like, jazz
never been keen on beaches | user, like, beaches, -
sushi is my favourite food | user, like, sushi
i play bass in a covers band | user, hobby, play bass in a covers band
i've started crocheting | user, hobby, crocheting
i do crossfit three times a week | user, hobby, crossfit
i go swimming every tuesday | user, habit, go swimming every tuesday
i'm vegan so no cheese for me | user, diet, vegan
i don't eat pork | user, diet, pork, -
i'm coeliac | user, health, coeliac
allergic to penicillin btw | user, allergy, penicillin
i'm lactose intolerant | user, allergy, lactose intolerant
i stopped drinking in january | user, diet, drinking, -
i've got asthma | user, health, asthma
was diagnosed with adhd last year | user, health, adhd
broke my wrist on sunday | user, event_what, broke my wrist
i'm having my gallbladder out on the 9th | user, event_what, having my gallbladder out
my dad had a stroke in may | dad, event_what, had a stroke
my back is killing me | user, health, back is killing me
i take sertraline | user, health, sertraline
flying to Lisbon on friday at 6am | user, event_what, flying to Lisbon
got the dentist tomorrow at half 2 | user, event_what, dentist
driving test on the 21st, bricking it | user, event_what, driving test
meeting my girlfriend's parents this weekend | user, event_what, meeting my girlfriend's parents
my exam's on thursday | user, event_what, exam
i'm seeing Arctic Monkeys in august | user, event_what, seeing Arctic Monkeys
i got the job! | user, event_what, got the job
the interview went really well | user, event_what, interview went really well
trip's off | user, event_what, trip's off, - ; user, event_what, trip's off
didn't get in | user, event_what, didn't get in
passed my driving test!!! | user, event_what, passed my driving test
we lost the appeal | user, event_what, lost the appeal
the surgery went fine btw | user, event_what, surgery went fine
wedding's been postponed | user, event_what, wedding's been postponed
failed my theory test again | user, event_what, failed my theory test again
i feel so flat today | user, mood, so flat
knackered | user, mood, knackered
i'm dreading monday | user, mood, dreading monday
feeling a bit low tonight | user, mood, a bit low
i'm buzzing!! | user, mood, buzzing
so anxious about the scan | user, mood, anxious
proper fed up with work | user, mood, proper fed up with work
i wanna learn to drive this year | user, goal, learn to drive
trying to get fit before the wedding | user, goal, get fit
saving up for a deposit | user, goal, saving up for a deposit
i'm looking for a new flat | user, goal, looking for a new flat
my dream is to open a bakery | user, goal, open a bakery
training for the Dublin marathon | user, goal, training for the Dublin marathon
working on my thesis at the mo | user, goal, working on my thesis
don't bring up my weight please | user, boundary, don't bring up my weight
let's not talk about my dad | user, boundary, let's not talk about my dad
i don't wanna talk about the breakup | user, boundary, don't wanna talk about the breakup
can we not talk about work | user, boundary, can we not talk about work
please stop asking about my ex | user, boundary, stop asking about my ex
no texts before 9 please | user, boundary, no texts before 9
keep it short | user, style, keep it short
no advice please, just listen | user, style, no advice ; user, style, just listen
could you use fewer emojis | user, style, use fewer emojis
don't sugarcoat it | user, style, don't sugarcoat it
talk to me like a normal person | user, style, talk to me like a normal person
less questions pls | user, style, less questions
i promise i'll go to the gp this week | user, promise, go to the gp this week
i swear i'll text her tomorrow | user, promise, text her tomorrow
i'll let you know how it goes, promise | user, promise, let you know how it goes
actually i'm 34 not 33 | user, age, 34 ; user, age, 33, -
i'm an introvert through and through | user, trait, introvert
i'm terrified of flying | user, trait, terrified of flying
i'm a massive procrastinator | user, trait, procrastinator
i'm muslim so i'm fasting | user, belief, muslim
i'm bi | user, sexuality, bi
i'm engaged!! | user, status, engaged
we're expecting a baby in october | user, event_what, expecting a baby
me and my wife split up | user, event_what, split up
i've been sober 2 years | user, status, sober
i am working in Infosys since 2019 | user, employer, Infosys
myself Rohan from Nagpur | user, name, Rohan ; user, hometown, Nagpur
my good name is Kavita | user, name, Kavita
i'm a dog person | user, like, dog
hiya i'm meg | user, name, meg
people call me Bex | user, nickname, Bex
i turn 30 on the 8th of may | user, birthday, the 8th of may
im 5 foot 2 | user, height, 5 foot 2
we live just outside Norwich | user, city, Norwich
i'm currently living in Kuala Lumpur | user, city, Kuala Lumpur
been in Glasgow since 2015 | user, city, Glasgow
working as a barista while i figure stuff out | user, job, barista
i've been teaching for 20 years | user, job, teaching
i'm self employed | user, status, self employed
i'm retiring in december | user, event_what, retiring
i handed in my notice today | user, event_what, handed in my notice
i'm doing a phd in soil science | user, education, phd ; user, major, soil science
i go to Trinity | user, school, Trinity
my cousin Farah is visiting on sunday | cousin, name, Farah ; cousin, event_what, visiting
my mum has dementia | mum, health, dementia
my eldest just turned 16 | eldest, age, 16
our baby is due on the 12th | baby, event_what, due
my girlfriend's a vet | girlfriend, job, vet
my grandad passed away on friday | grandad, event_what, passed away
my best friend moved to Melbourne | best friend, city, Melbourne
me and Josh got engaged | user, event_what, got engaged
i'm married to a firefighter | user, status, married
we adopted a greyhound called Gus | user, pet, greyhound ; greyhound, name, Gus
my cat's called Noodle, he's 4 | user, pet, cat ; cat, name, Noodle ; cat, age, 4
i've got 3 chickens | user, pet, chickens
our rabbit died last night | rabbit, event_what, died
i adore old bookshops | user, like, old bookshops
i'm not big on parties | user, like, parties, -
i'm obsessed with that new Zelda game | user, like, that new Zelda game
can't get enough of Korean dramas | user, like, Korean dramas
i don't like being hugged | user, like, being hugged, -
my favourite film is Paddington 2 | user, like, Paddington 2
i mostly listen to metal | user, like, metal
i'm learning welsh | user, goal, learning welsh
i go to the gym every morning | user, habit, go to the gym every morning
i'm a vegetarian but i eat fish sometimes | user, diet, vegetarian
cut out dairy last month | user, diet, dairy, -
i'm allergic to cats and bees | user, allergy, cats and bees
i get migraines | user, health, migraines
i've had a cold all week | user, health, had a cold
had my second chemo session yesterday | user, event_what, had my second chemo session
i've got an mri on tuesday | user, event_what, mri
my flight's at 6am on saturday | user, event_what, flight
job interview next wednesday at 2 | user, event_what, job interview
my parents are coming over for dinner tomorrow | parents, event_what, coming over for dinner
we're going camping this weekend | user, event_what, going camping
the scan came back clear | user, event_what, scan came back clear
i didn't get the flat | user, event_what, didn't get the flat
holiday's cancelled | user, event_what, holiday's cancelled, - ; user, event_what, holiday's cancelled
we won the pub quiz | user, event_what, won the pub quiz
i'm a bit nervous for tomorrow | user, mood, a bit nervous
feeling lonely tonight | user, mood, lonely
super proud of myself | user, mood, super proud of myself
i want to move to Japan one day | user, goal, move to Japan
trying to quit vaping | user, goal, quit vaping
i'm saving for a camper van | user, goal, saving for a camper van
don't mention my brother | user, boundary, don't mention my brother
i don't like talking about my childhood | user, boundary, don't like talking about my childhood
please don't text me after 10 | user, boundary, don't text me after 10
be honest with me | user, style, be honest with me
shorter replies please | user, style, shorter replies
stop being so cheerful | user, style, stop being so cheerful
i'll call the dentist tomorrow, i promise | user, promise, call the dentist tomorrow
i'm from Perth, you? | user, hometown, Perth
i have a dog, did i tell you? | user, pet, dog
i'm a shy person | user, trait, shy
i overthink literally everything | user, trait, overthink
i'm catholic, not that i go to mass | user, belief, catholic
im Ollie btw, 24 | user, name, Ollie
hello im Sanjay from Leicester | user, name, Sanjay ; user, hometown, Leicester
everyone at work calls me Fitz | user, nickname, Fitz
it's my 21st on friday | user, event_what, 21st
i was born in Accra but grew up in London | user, hometown, London
i've just moved back in with my parents | user, event_what, moved back in with my parents
moving to Cardiff next month!! | user, event_what, moving to Cardiff
we bought a house in Derby | user, event_what, bought a house
i'm an electrician by trade | user, job, electrician
i'm a software dev at a fintech startup | user, job, software dev
just got a job at Lidl | user, employer, Lidl ; user, event_what, got a job
i'm not working at the moment, i'm a carer for my mum | user, job, carer
i got sacked | user, event_what, got sacked
i'm in year 11 | user, education, year 11
i'm studying chemistry at Durham | user, school, Durham ; user, major, chemistry
my wife Niamh is a midwife | wife, name, Niamh ; wife, job, midwife
my dad's 70 next week | dad, age, 70
my daughter Elsie started nursery today | daughter, name, Elsie ; daughter, event_what, started nursery
my auntie has breast cancer | auntie, health, breast cancer
my boyfriend's allergic to dogs | boyfriend, allergy, dogs
my mate Dev is moving in with me in march | mate, name, Dev ; mate, event_what, moving in with me
we've got a labradoodle | user, pet, labradoodle
my budgie Kiwi is 6 | budgie, name, Kiwi ; user, pet, budgie ; budgie, age, 6
had to take the cat to the vet this morning | user, event_what, had to take the cat to the vet
i really dislike cold weather | user, like, cold weather, -
i'm a big fan of the Foo Fighters | user, like, the Foo Fighters
i enjoy long walks by the sea | user, like, long walks by the sea
can't bear crowds | user, like, crowds, -
not really into horror | user, like, horror, -
i'm really enjoying knitting | user, like, knitting
my favourite colour's green | user, like, green
i volunteer at a food bank twice a month | user, habit, volunteer at a food bank twice a month
i'm pescatarian | user, diet, pescatarian
i can't have gluten | user, diet, gluten, -
i'm type 1 diabetic | user, health, type 1 diabetic
i have really bad anxiety | user, health, anxiety
i had a panic attack on the tube this morning | user, event_what, had a panic attack
hurt my shoulder at the gym yesterday | user, event_what, hurt my shoulder at the gym
seeing the gp on thursday about my knee | user, event_what, seeing the gp
we're off to Crete on the 18th | user, event_what, off to Crete
my graduation is on the 22nd of july | user, event_what, graduation
it's our anniversary tomorrow | user, event_what, anniversary
the date went terribly | user, event_what, date went terribly
my interview got cancelled | user, event_what, interview got cancelled, - ; user, event_what, interview got cancelled
got my results, all clear!! | user, event_what, got my results
i'm so stressed about rent | user, mood, so stressed
honestly i feel empty | user, mood, empty
i'm absolutely gutted | user, mood, absolutely gutted
kind of excited for tonight | user, mood, kind of excited
i'd like to learn sign language | user, goal, learn sign language
i'm trying to drink less | user, goal, drink less
don't ask me about uni please | user, boundary, don't ask me about uni
my miscarriage is off limits | user, boundary, my miscarriage is off limits
stop giving me advice | user, style, stop giving me advice
can you be more direct with me | user, style, be more direct with me
use less emojis please | user, style, use less emojis
i'll definitely do my tax return this week, promise | user, promise, do my tax return this week
i'm quite shy until you know me | user, trait, shy
i'm scared of spiders | user, trait, scared of spiders
hey im Theo, nice to meet u | user, name, Theo
i go by Ash these days | user, nickname, Ash
my birthday's on the 30th of june | user, birthday, the 30th of june
i'm 33 next month | user, age, 33
i live in Cork with my two brothers | user, city, Cork
i work nights at Amazon | user, employer, Amazon
left teaching last year, now i'm a gardener | user, job, gardener
i'm in my final year of uni | user, education, final year
my brother Callum's in the army | brother, name, Callum
my sister's pregnant with twins | sister, status, pregnant
my dad is retired | dad, status, retired
my niece Isla is 4 | niece, name, Isla ; niece, age, 4
my girlfriend broke up with me last night | girlfriend, event_what, broke up with me
our cat Pip went missing on monday | cat, name, Pip ; user, pet, cat ; cat, event_what, went missing
i've got a hamster called Biscuit | user, pet, hamster ; hamster, name, Biscuit
i love cooking for people | user, like, cooking for people
i really can't stand being late | user, like, being late, -
i'm not keen on spicy food | user, like, spicy food, -
i play the cello | user, hobby, play the cello
started learning korean last week | user, event_what, started learning korean
i run every morning before work | user, habit, run every morning
i don't drink coffee | user, diet, drink coffee, -
my son is allergic to eggs | son, allergy, eggs
i've had insomnia for years | user, health, insomnia
i broke my ankle skiing in january | user, event_what, broke my ankle skiing
blood test on monday at 8:30 | user, event_what, blood test
we're getting the keys on friday | user, event_what, getting the keys
i've got a wedding in Cork next weekend | user, event_what, wedding in Cork
my driving test is next thursday | user, event_what, driving test
the op went well | user, event_what, op went well
we didn't get the house | user, event_what, didn't get the house
i feel so lonely | user, mood, so lonely
i'm kinda nervous about tomorrow | user, mood, kinda nervous
i want to write a novel | user, goal, write a novel
trying to save money for a car | user, goal, save money
can we not discuss my mum please | user, boundary, can we not discuss my mum
just listen please | user, style, just listen
no emojis please | user, style, no emojis
i promise to go to bed before midnight | user, promise, go to bed before midnight
i'm a proper night owl | user, trait, night owl
i'm quite impatient tbh | user, trait, impatient
"""
REFUSED = """
i used to be in a bad place, i'm two years clean and doing well
i've been clean for ages
went right off him after that
are you a morning person
do i sound like someone who has a cat??
what would you do if you lived in Tokyo
if i had a dog i'd call it Waffles
i'd move to Lisbon in a heartbeat if i could
i wish i was taller
i'm basically 90
i'm literally dying of boredom
i could eat a horse
i've told you a million times
i'm starving
oh great, another monday. my favourite
yeah because i just looove being on hold
living my best life clearly
"i'm on the highway to hell"
i will always love you - whitney, what a tune
he said he's moving to Spain
my mate reckons i'm a workaholic
she goes i'm allergic to peanuts and then eats a snickers
apparently karen from work is getting divorced
did you hear about Tom's sister? she's pregnant
in the book she's a doctor from Ohio
let's pretend i'm a pirate called Redbeard
you're the barista and i'm a customer, go
write me a poem about my dog Rex
can you translate "i live in berlin"
who doesn't like chips
Beyoncé was born on september 4
i'm serious
i'm not gonna lie
i'm good thanks you?
i'm on the bus
i'm here
i'm off to bed
i'm so done lol
i'm dead 💀
i love that for you
love you
i like it when you do that
i hate this
i just had lunch
had pasta for tea
watching bake off
brb
sorry was in the shower
it's raining again
this queue is taking forever
my phone's on 2%
nah you're fine
what's your name
call me later
call me crazy but i think it's a scam
call me old fashioned
kill me now
i'm not a robot
as a wise man once said, i am what i am
imagine being a cat
if my boss asks, i'm sick
maybe i'll become a monk
might quit my job and become a goat farmer haha
should i move to Canada
would you rather have a dog or a cat
thinking about getting a tattoo maybe
i'd kill for a coffee rn
a friend of a friend has a pet snake
the neighbours have got a new baby apparently
people always assume i'm Irish
everyone thinks i'm 12
i'm no doctor but that looks broken
i'm more of a taylor swift than a katy perry today
feels like i've been married for 100 years
May the force be with you
ok boomer
Monday already??
my favourite? hard to say
i'm Team Edward
i'm Batman
in my dreams i'm rich
"my name is Inigo Montoya, you killed my father"
dear diary, today i slew a dragon
ask me anything
i can't even
i'm all ears
i'm under the weather map lol jk
not me crying at a dog advert
she's like family to me
he lives in Derby i think
you're from Ohio right
i know someone who's vegan
does she work at google
where are you from
have you ever been to japan
do you think i should get a cat
what if my boss finds out
if only i spoke french
i'd rather die than do karaoke
i'm going to kill my brother
i'm about to scream
story of my life
i'm a mess
i'm such an idiot
i'm the worst
that's so me
my life is a joke
he told me he loves me
my friend said she's moving to Leeds
she's got a new boyfriend
they're getting married in june
tom cruise is 60
"i'm a creep, i'm a weirdo"
in this game i'm a level 40 paladin
you be the detective and i'll be the thief
what's the capital of peru
can you write a cover letter for a nurse in Leeds
proofread this: i am writing to apply for the role of chef
sounds good
same here
i know right
i see
i'm in
i'm out of milk
i'm home
i'm on my way
i'm up
i'm cooking
just got back
had a nice walk today
it was fun
love it
that's my jam
not again
wait what
i'm so hungry i could cry
my feet are freezing
i'm not mad
i'm not from around here lol
they say i'm stubborn
everyone at work hates me
who even likes mondays
i swear to god
i promise
hope you're well
i was like are you serious
no i mean the other one
i guess i'm fine
is it weird that i like the smell of petrol
i don't want to talk about it
how are you
tell me a joke
what should i cook
would you date me
are you real
i was wondering if you like music
if you were a dog what breed would you be
imagine if we could fly
i wish i had a sister
i might get a cat
maybe i should move to Berlin lol
i'd love to be a pilot in another life
i'm going to marry that sandwich
i'm an absolute donut
i'm basically a hermit
well i'm famous now apparently
my boss is literally satan
i hate you lol
ugh i hate this weather
i love this song
this is my favourite
he's 6 foot 4
they live in Paris
she quit her job
my ex's new girlfriend is a model
my friend's brother got arrested
kanye west lives in LA
the main character is called Elio and he's from Italy
"hello darkness my old friend"
act like my therapist
you're a pirate and i'm the captain
summarise this: i am a nurse from Leeds and i love dogs
says she's vegan but eats fish
people say i look like my mum
i'm at the airport
i'm with my sister
i'm in bed
i'm making dinner
i'm running late
i'm back
just woke up
see you tomorrow
talk tomorrow
goodnight
happy birthday
merry christmas
ok let me think
what are you doing tomorrow
remember when i told you about my job
guess where i live
isn't it funny how i always forget names
does anyone actually like olives
i'd rather not talk about it today
sorry i meant thursday not friday
what do you think about pineapple pizza
how old are you
do you have any pets
i'd probably cry if that happened
suppose i quit tomorrow
i'm gonna be sick of this song soon haha
i'm living for this drama
i'm obsessed lol
my heart is broken in two, says the song
he reckons he's a vegan now
elon musk moved to Texas
lmao i'm 100 years old today
pretend i'm your boss
once upon a time there was a nurse called Ana
please rewrite: my name is Tom and i'm from Leeds
i'm watching a show about a chef in Chicago
i'm reading a book called Circe
i'm at work
i'm so full
i'm kidding
i'm not sure
what a day
ok i'm listening
is your name short for something
i don't know what i want
thanks for listening
i'm in love with this jacket
i might be allergic to something idk
sometimes i wonder who i am
"""

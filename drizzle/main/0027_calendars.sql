CREATE TABLE `learned_markets` (
	`symbol` text NOT NULL,
	`server` text NOT NULL,
	`since` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`symbol`, `server`)
);
--> statement-breakpoint
UPDATE `applications` SET `mt5` = json_set(`mt5`, '$.marginWarning', 300, '$.marginCritical', 150);
